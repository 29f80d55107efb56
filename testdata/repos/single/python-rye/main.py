import os
import time

from aiohttp import web


async def now(request):
    return web.json_response({"now": time.time()})


async def health(request):
    return web.json_response({"status": "ok"})


def main():
    app = web.Application()
    app.add_routes([web.get("/", now), web.get("/health", health)])
    web.run_app(app, port=int(os.environ.get("PORT", "9090")))


if __name__ == "__main__":
    main()
