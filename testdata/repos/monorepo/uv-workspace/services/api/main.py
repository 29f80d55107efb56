from clock import now
from fastapi import FastAPI

app = FastAPI()


@app.get("/")
def index():
    return {"now": now()}


@app.get("/health")
def health():
    return {"status": "ok"}
