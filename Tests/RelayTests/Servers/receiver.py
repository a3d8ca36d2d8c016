"""A receiver of webhooks that behaves as it is told: one process for all tests, one path for each.

PUT  /script/NAME   a list of behaviours; each request to /hook/NAME takes one, the last one stays
GET  /seen/NAME     what /hook/NAME got, as a JSON list
PUT  /release/NAME  lets go what /hook/NAME holds
POST /hook/NAME...  the hook itself
"""
import asyncio, json, os, socket, struct, sys, time

scripts, seen, released = {}, {}, {}


def reason(status):
    return {200: "OK", 204: "No Content", 429: "Too Many Requests"}.get(status, "Status")


async def read_head(reader):
    head = await reader.readuntil(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    method, path, _ = lines[0].split(" ", 2)
    headers = {}
    for line in lines[1:]:
        if ":" in line:
            name, value = line.split(":", 1)
            headers[name.strip().lower()] = value.strip()
    return method, path, headers


def reset(writer):
    raw = writer.get_extra_info("socket")
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.close()


def respond(writer, status, headers=None, body=b""):
    text = f"HTTP/1.1 {status} {reason(status)}\r\n"
    fields = {"Content-Length": str(len(body)), **(headers or {})}
    text += "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    writer.write(text.encode("latin-1") + b"\r\n" + (b"" if status == 204 else body))


async def behave(writer, name, behaviour):
    action = behaviour.get("action", "answer")
    status = behaviour.get("status", 200)
    body = behaviour.get("body", "").encode()
    if action == "reset":
        reset(writer)
        return False
    if action == "torn":
        writer.write(f"HTTP/1.1 {status} OK\r\nContent-Length: 1000\r\n\r\n".encode() + body)
        await writer.drain()
        await asyncio.sleep(0.05)
        reset(writer)
        return False
    if action == "hang":
        await asyncio.sleep(3600)
    if action == "hold":
        released.setdefault(name, asyncio.Event())
        await released[name].wait()
    if action == "drip":
        writer.write(f"HTTP/1.1 {status} OK\r\nContent-Length: 1000000\r\n\r\n".encode())
        while True:
            writer.write(b".")
            await writer.drain()
            await asyncio.sleep(0.05)
    if action == "huge":
        body = b"x" * 10_000_000
    await asyncio.sleep(behaviour.get("delay", 0))
    respond(writer, status, behaviour.get("headers"), body)
    await writer.drain()
    return True


async def serve(reader, writer):
    try:
        while True:
            method, path, headers = await read_head(reader)
            kind, name = path.split("?")[0].lstrip("/").split("/")[:2]
            if kind == "hook" and (scripts.get(name) or [{}])[0].get("action") == "deaf":
                # It dies before it has read what is sent.
                scripts[name].pop(0)
                seen[name].append({"method": method, "path": path, "headers": headers, "body": "", "at": time.time()})
                reset(writer)
                return
            body = await reader.readexactly(int(headers.get("content-length", 0)))
            if kind == "script":
                scripts[name] = json.loads(body)
                seen[name] = []
                respond(writer, 200)
            elif kind == "release":
                released.setdefault(name, asyncio.Event()).set()
                respond(writer, 200)
            elif kind == "seen":
                respond(writer, 200, None, json.dumps(seen.get(name, [])).encode())
            else:
                seen.setdefault(name, []).append(
                    {"method": method, "path": path, "headers": headers, "body": body.decode("utf-8"), "at": time.time()})
                script = scripts.get(name) or [{}]
                if not await behave(writer, name, script.pop(0) if len(script) > 1 else script[0]):
                    return
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    finally:
        writer.close()


async def main():
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    loop = asyncio.get_running_loop()
    # The test process keeps this open as long as it lives. Who still waits for an answer then is nobody's concern.
    await loop.run_in_executor(None, sys.stdin.read)
    os._exit(0)


asyncio.run(main())
