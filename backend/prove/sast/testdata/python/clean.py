import hashlib
import hmac
import os
import pickle
import random
import secrets
import sqlite3
import ssl
import subprocess

import httpx
import jwt
import requests
import yaml
from django.db import connection
from django.http import HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect as go
from django.utils.html import escape, format_html
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import mark_safe
from flask import Flask, abort, redirect, render_template, request, send_from_directory, url_for
from sqlalchemy import text
from werkzeug.security import generate_password_hash
from werkzeug.utils import secure_filename

app = Flask(__name__)
TABLE = "orders"
FEEDS = {"news": "https://example.org/news", "blog": "https://example.org/blog"}


@app.route("/user")
def user():
    name = request.args.get("name")
    db = sqlite3.connect("shop.db")
    rows = db.execute("SELECT * FROM users WHERE name = ?", (name,))  # clean: aipack.python.sql
    return str(rows.fetchall())


def count():
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT COUNT(*) FROM {TABLE}")  # clean: aipack.python.sql
        return cursor.fetchone()


def some(db, ids):
    marks = ",".join("?" for _ in ids)
    return db.execute("SELECT * FROM users WHERE id IN (" + marks + ")", ids)  # clean: aipack.python.sql


def by_email(session, email):
    return session.execute(text("SELECT * FROM customers WHERE email = :email"), {"email": email})  # clean: aipack.python.sql


@app.route("/page")
def page():
    number = int(request.args.get("page", 1))
    return str(sqlite3.connect("shop.db").execute("SELECT * FROM t LIMIT 10 OFFSET %d" % (number * 10)))  # clean: aipack.python.sql


@app.route("/ping", methods=["POST"])
def ping():
    subprocess.run(["ping", "-c", "1", request.form["host"]], check=True)  # clean: aipack.python.command
    return "ok"


def build():
    os.system("make -j2 all")  # clean: aipack.python.command
    subprocess.run("cat *.log | sort", shell=True, check=True)  # clean: aipack.python.command


@app.route("/hello")
def hello():
    return render_template("hello.html", name=request.args.get("name", ""))  # clean: aipack.python.xss


def greeting(request):
    return HttpResponse("<p>Welcome " + escape(request.GET.get("name")) + "</p>")  # clean: aipack.python.xss


def icon():
    return mark_safe('<i class="icon-cart"></i>')  # clean: aipack.python.xss


def card(request):
    return format_html("<b>{}</b>", request.GET["title"])  # clean: aipack.python.xss


def plain(request):
    return JsonResponse({"q": request.GET.get("q")})  # clean: aipack.python.xss


@app.route("/download")
def download():
    return send_from_directory("/srv/files", request.args["file"])  # clean: aipack.python.path


@app.route("/upload", methods=["POST"])
def upload():
    name = secure_filename(request.args["name"])
    with open(os.path.join("/srv/files", name), "wb") as f:  # clean: aipack.python.path
        f.write(request.data)
    return "ok"


def cached(path):
    with open(path, "rb") as f:
        return pickle.load(f)  # clean: aipack.python.deserialise


def settings(path):
    with open(path) as f:
        return yaml.safe_load(f) or yaml.load(f, Loader=yaml.SafeLoader)  # clean: aipack.python.deserialise


def model(model):
    model.eval()  # clean: aipack.python.eval
    return eval("1 + 1")  # clean: aipack.python.eval


def checksum(content):
    return hashlib.md5(content).hexdigest()  # clean: aipack.python.hash


def store_password(user, password):
    user.password_hash = generate_password_hash(password)  # clean: aipack.python.hash


def sign(secret, body):
    return hmac.new(secret, body, hashlib.sha256).hexdigest()  # clean: aipack.python.hash


def rates():
    return requests.get("https://rates.internal/today", verify="/etc/ca.pem", timeout=5).json()  # clean: aipack.python.tls


def context():
    return ssl.create_default_context()  # clean: aipack.python.tls


@app.route("/feed")
def feed():
    return requests.get(FEEDS[request.args["feed"]], timeout=5).text  # clean: aipack.python.ssrf


@app.route("/weather")
def weather():
    return httpx.get("https://weather.example.org/v1", params={"city": request.args["city"]}).text  # clean: aipack.python.ssrf


@app.route("/city")
def city():
    return requests.get("https://geo.example.org/cities/" + request.args["id"], timeout=5).text  # clean: aipack.python.ssrf


@app.route("/done")
def done():
    return redirect(url_for("user", name=request.args["name"]))  # clean: aipack.python.redirect


def back(request):
    target = request.GET.get("next", "/")
    if not url_has_allowed_host_and_scheme(target, allowed_hosts=None):
        target = "/"
    return HttpResponseRedirect(target)  # clean: aipack.python.redirect


def saved(request):
    return go("/orders?saved=" + request.POST["id"])  # clean: aipack.python.redirect


def session_token(user):
    return jwt.encode({"sub": user.id}, os.environ["JWT_SECRET"], algorithm="HS256")  # clean: aipack.python.jwt


def reset_token():
    token = secrets.token_urlsafe(32)  # clean: aipack.python.random
    return token


def shuffled(cards):
    return random.choice(cards)  # clean: aipack.python.random


def transfer(request):  # clean: aipack.python.csrf
    if not request.user.is_authenticated:
        abort(403)
    return HttpResponse("done")


if __name__ == "__main__":
    app.run(debug=os.environ.get("FLASK_DEBUG") == "1")  # clean: aipack.python.debug
