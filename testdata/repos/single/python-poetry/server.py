import os
import random

from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route

QUOTES = ["Simple is better than complex.", "Readability counts."]


async def quote(request):
    return JSONResponse({"quote": random.choice(QUOTES)})


async def health(request):
    return JSONResponse({"status": "ok"})


app = Starlette(debug=bool(os.getenv("DEBUG")), routes=[Route("/", quote), Route("/health", health)])
