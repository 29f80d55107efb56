from quart import Quart

app = Quart(__name__)


@app.get("/")
async def feed():
    return {"items": []}


@app.get("/health")
async def health():
    return {"status": "ok"}
