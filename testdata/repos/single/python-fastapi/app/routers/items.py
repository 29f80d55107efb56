import os

import redis
from fastapi import APIRouter

router = APIRouter(prefix="/items")
store = redis.Redis.from_url(os.environ["REDIS_URL"])


@router.get("/")
async def items():
    return [key.decode() for key in store.keys("item:*")]
