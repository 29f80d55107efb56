import os

import psycopg
from fastapi import FastAPI

api = FastAPI()


@api.get("/weather/{place}")
def weather(place: str):
    with psycopg.connect(os.environ["DATABASE_URL"]) as db:
        return db.execute("select place, celsius from weather where place = %s", [place]).fetchone()


@api.get("/healthz")
def healthz():
    return {"status": "ok"}
