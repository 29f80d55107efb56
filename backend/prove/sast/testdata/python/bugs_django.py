import ssl
from hashlib import sha1

import httpx
from django.db import connection
from django.http import HttpResponse, HttpResponseRedirect
from django.utils.safestring import mark_safe
from django.views.decorators.csrf import csrf_exempt
from fastapi import FastAPI
from sqlalchemy import text

from .models import Product, engine

api = FastAPI()


def search(request):
    term = request.GET.get("q", "")
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM product WHERE name LIKE '%%%s%%'" % term)  # bug: aipack.python.sql
        rows = cursor.fetchall()
    return HttpResponse(str(rows))


def cheap(request):
    limit = request.GET["limit"]
    found = Product.objects.raw("SELECT * FROM product WHERE price < {}".format(limit))  # bug: aipack.python.sql
    return HttpResponse(str(list(found)))


def find_customer(session, email):
    return session.execute(text(f"SELECT * FROM customers WHERE email = '{email}'"))  # bug: aipack.python.sql


def greeting(request):
    return HttpResponse("<p>Welcome " + request.GET.get("name") + "</p>")  # bug: aipack.python.xss


def comment(request):
    return mark_safe(request.POST["text"])  # bug: aipack.python.xss


def back(request):
    target = request.GET.get("next", "/")
    return HttpResponseRedirect(target)  # bug: aipack.python.redirect


@csrf_exempt  # bug: aipack.python.csrf
def transfer(request):
    request.user.account.send(request.POST["to"], request.POST["amount"])
    return HttpResponse("done")


def hash_of_password(password, salt):
    return sha1((salt + password).encode()).hexdigest()  # bug: aipack.python.hash


def partner():
    context = ssl._create_unverified_context()  # bug: aipack.python.tls
    return context


@api.get("/fetch")
async def fetch(url: str):
    async with httpx.AsyncClient() as client:
        answer = await client.get(url)  # bug: aipack.python.ssrf
        return answer.text
