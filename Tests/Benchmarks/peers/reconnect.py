"""pysignalr, cut off again and again: reconnect.py URL COUNT. From the call that has the hub cut the connection to the moment in
which the client says it is open again; it is asked not to pause before an attempt."""
import asyncio
import json
import logging
import sys
import time

from pysignalr.client import SignalRClient

WARM_UP = 5


async def main(url, count):
    logging.disable(logging.CRITICAL)
    client = SignalRClient(url, retry_sleep=0, retry_count=1_000_000)
    opened = asyncio.Event()

    async def on_open():
        opened.set()

    client.on_open(on_open)
    task = asyncio.create_task(client.run())
    await opened.wait()
    times = []
    for index in range(count + WARM_UP):
        opened.clear()
        start = time.perf_counter()
        await client.send("End", ["cut"])
        await opened.wait()
        if index >= WARM_UP:
            times.append((time.perf_counter() - start) * 1e6)
    times.sort()
    at = lambda part: times[min(count - 1, int(count * part))]
    print(json.dumps(dict(peer="pysignalr", mode="reconnect", count=count, p50=at(0.5), p99=at(0.99))), flush=True)
    task.cancel()


try:
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
except asyncio.CancelledError:
    pass
