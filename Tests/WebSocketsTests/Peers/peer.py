"""The other end of a WebSocket with permessage-deflate, by libraries that are not ours.

peer.py serve websockets|aiohttp [PARAMETERS]       prints its port, then for each connection what was agreed; sends messages back
peer.py call websockets|aiohttp PORT [PARAMETERS]   prints what was agreed; sends messages and compares what comes back; exit 1 if they differ

PARAMETERS, for websockets only, as Python arguments: server_no_context_takeover=True,client_max_window_bits=10
"""
import asyncio
import os
import sys

import aiohttp
import aiohttp.web
from websockets.asyncio.client import connect
from websockets.asyncio.server import serve
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory, ServerPerMessageDeflateFactory

MESSAGES = [
    "", "a", '{"type":1,"target":"TransactionCreated","arguments":["2f9c"]}' * 5, "é😀" * 1000, b"", b"\0" * 70_000,
    os.urandom(5000), "x" * 900_000, '{"type":1,"target":"TransactionCreated","arguments":["2f9d"]}' * 5, os.urandom(1),
]


def say(text):
    print(text, flush=True)


def agreed(socket):
    names = ["remote_no_context_takeover", "local_no_context_takeover", "remote_max_window_bits", "local_max_window_bits"]
    extensions = socket.protocol.extensions
    return "agreed " + (" ".join(f"{getattr(extensions[0], name)}" for name in names) if extensions else "nothing")


async def serve_websockets(parameters):
    async def handler(socket):
        say(agreed(socket))
        async for message in socket:
            await socket.send(message)

    factory = ServerPerMessageDeflateFactory(**parameters)
    async with serve(handler, "127.0.0.1", 0, compression=None, extensions=[factory], max_size=None) as server:
        say(f"port {server.sockets[0].getsockname()[1]}")
        await asyncio.get_running_loop().create_future()


async def serve_aiohttp(_):
    async def handler(request):
        socket = aiohttp.web.WebSocketResponse(compress=True, max_msg_size=0)
        await socket.prepare(request)
        say("agreed something" if socket.compress else "agreed nothing")
        async for message in socket:
            await (socket.send_str if message.type == aiohttp.WSMsgType.TEXT else socket.send_bytes)(message.data)
        return socket

    application = aiohttp.web.Application()
    application.router.add_get("/", handler)
    runner = aiohttp.web.AppRunner(application)
    await runner.setup()
    site = aiohttp.web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    say(f"port {site._server.sockets[0].getsockname()[1]}")
    await asyncio.get_running_loop().create_future()


async def call_websockets(port, parameters):
    factory = ClientPerMessageDeflateFactory(**parameters)
    async with connect(f"ws://127.0.0.1:{port}/", compression=None, extensions=[factory], max_size=None, proxy=None) as socket:
        say(agreed(socket))
        for message in MESSAGES:
            await socket.send(message)
            assert await socket.recv() == message
        # In fragments, which are compressed one by one.
        for parts in [["Hel", "lo", ""], [b"", b"x" * 5000, os.urandom(3000)], ["é" * 300] * 3]:
            await socket.send(parts)
            assert await socket.recv() == type(parts[0])().join(parts)


async def call_aiohttp(port, _):
    async with aiohttp.ClientSession() as session:
        async with session.ws_connect(f"http://127.0.0.1:{port}/", compress=15, max_msg_size=0) as socket:
            say("agreed something" if socket.compress else "agreed nothing")
            for message in MESSAGES:
                await (socket.send_str if isinstance(message, str) else socket.send_bytes)(message)
                assert (await socket.receive()).data == message


def parameters(words):
    pairs = [pair.split("=") for word in words for pair in word.split(",") if pair]
    return {name: value == "True" if value in ("True", "False") else int(value) for name, value in pairs}


role, library, *rest = sys.argv[1:]
if role == "serve":
    asyncio.run({"websockets": serve_websockets, "aiohttp": serve_aiohttp}[library](parameters(rest)))
else:
    asyncio.run({"websockets": call_websockets, "aiohttp": call_aiohttp}[library](int(rest[0]), parameters(rest[1:])))
