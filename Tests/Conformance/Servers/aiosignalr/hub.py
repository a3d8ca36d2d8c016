"""The conformance hub's methods on aiosignalr's server, twice: with stateful reconnect and without.

Prints `ready on URL-WITH URL-WITHOUT`, and ends with its standard input.
"""
import asyncio
import sys

from aiosignalr.errors import HubException
from aiosignalr.server import Hub, IncomingStream, ServerOptions, SignalRServer

cancelled_streams = 0


class Conformance(Hub):
    async def echo(self, value) -> object:
        return value

    async def connectionid(self) -> str:
        return self.context.connection_id

    async def add(self, a: int, b: int) -> int:
        return a + b

    async def nothing(self):
        pass

    async def null(self) -> object:
        return None

    async def slow(self, ms: int):
        await asyncio.sleep(ms / 1000)

    async def fail(self, message: str):
        raise HubException(message)

    async def big(self, chars: int) -> str:
        return "x" * chars

    async def header(self, name: str) -> object:
        return self.context.http_headers.get(name.lower())

    async def query(self, name: str) -> object:
        return self.context.query_string.get(name)

    async def end(self, how: str):
        # The package has no way to end a connection without a word: its socket is taken for that.
        connection = self.context._close_callback.__self__
        if how == "cut":
            connection._transport._socket._ws._req.transport.abort()
        else:
            await self.context.close()

    async def sendme(self, target: str, arguments):
        await self.clients.caller.send(target, *arguments)

    async def sendall(self, target: str, arguments):
        await self.clients.all_.send(target, *arguments)

    async def askme(self, target: str, arguments) -> object:
        return await self.clients.caller.invoke(target, *arguments)

    async def blast(self, count: int, target: str, payload) -> int:
        for _ in range(count):
            await self.clients.caller.send(target, payload)
        return 0

    async def count(self, up_to: int, delay: int):
        for number in range(up_to):
            await asyncio.sleep(delay / 1000)
            yield number

    async def countthenfail(self, up_to: int):
        for number in range(up_to):
            yield number
        raise HubException("stream failed on purpose")

    async def forever(self):
        global cancelled_streams
        number = 0
        try:
            while True:
                await asyncio.sleep(0.005)
                yield number
                number += 1
        finally:
            cancelled_streams += 1

    async def cancelledstreams(self) -> int:
        return cancelled_streams

    async def sum(self, numbers: IncomingStream) -> int:
        total = 0
        async for number in numbers:
            total += number
        return total

    async def first(self, numbers: IncomingStream) -> int:
        async for number in numbers:
            return number
        return -1

    async def join(self, left: IncomingStream, between: str, right: IncomingStream) -> str:
        lefts = [text async for text in left]
        rights = [text async for text in right]
        return ",".join(lefts) + between + ",".join(rights)

    async def doubles(self, numbers: IncomingStream):
        async for number in numbers:
            yield 2 * number


async def main():
    addresses = []
    for name, stateful in (("conformance", True), ("conformance-plain", False)):
        server = SignalRServer(Conformance, options=ServerOptions(allow_stateful_reconnects=stateful))
        host, port = await server.serve("127.0.0.1", 0, path=f"/hubs/{name}")
        addresses.append(f"http://{host}:{port}")
    print("ready on", *addresses, flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


asyncio.run(main())
