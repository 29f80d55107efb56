import hashlib
import os
import pickle
import random
import sqlite3
import string
import subprocess
import urllib.request

import jwt
import requests
import yaml
from flask import Flask, Markup, redirect, render_template_string, request, send_file

app = Flask(__name__)


@app.route("/user")
def user():
    name = request.args.get("name")
    db = sqlite3.connect("shop.db")
    rows = db.execute("SELECT * FROM users WHERE name = '" + name + "'")  # bug: aipack.python.sql
    return str(rows.fetchall())


@app.route("/orders/<status>")
def orders(status):
    cursor = sqlite3.connect("shop.db").cursor()
    query = f"SELECT id FROM orders WHERE status = '{status}'"
    cursor.execute(query)  # bug: aipack.python.sql
    return str(cursor.fetchall())


@app.route("/ping", methods=["POST"])
def ping():
    host = request.form["host"]
    os.system("ping -c 1 " + host)  # bug: aipack.python.command
    return "ok"


@app.route("/thumb")
def thumb():
    size = request.args["size"]
    out = subprocess.check_output("convert in.png -resize %s out.png" % size, shell=True)  # bug: aipack.python.command
    return out


@app.route("/hello")
def hello():
    return render_template_string("<h1>Hello " + request.args.get("name", "") + "</h1>")  # bug: aipack.python.xss


@app.route("/card")
def card():
    title = request.args.get("title")
    return Markup("<b>" + title + "</b>")  # bug: aipack.python.xss


@app.route("/download")
def download():
    return send_file(os.path.join("/srv/files", request.args["file"]))  # bug: aipack.python.path


@app.route("/note")
def note():
    name = request.args.get("name")
    with open("notes/" + name) as f:  # bug: aipack.python.path
        return f.read()


@app.route("/cart", methods=["POST"])
def cart():
    items = pickle.loads(request.data)  # bug: aipack.python.deserialise
    return str(len(items))


def settings(path):
    with open(path) as f:
        return yaml.load(f, Loader=yaml.Loader)  # bug: aipack.python.deserialise


@app.route("/calc")
def calc():
    return str(eval(request.args.get("term")))  # bug: aipack.python.eval


def store_password(user, password):
    user.password_hash = hashlib.md5(password.encode()).hexdigest()  # bug: aipack.python.hash
    user.save()


def rates():
    return requests.get("https://rates.internal/today", verify=False).json()  # bug: aipack.python.tls


@app.route("/preview")
def preview():
    url = request.args.get("url")
    return requests.get(url, timeout=5).text  # bug: aipack.python.ssrf


@app.route("/feed")
def feed():
    with urllib.request.urlopen(request.args["feed"]) as r:  # bug: aipack.python.ssrf
        return r.read()


@app.route("/login")
def login():
    return redirect(request.args.get("next"))  # bug: aipack.python.redirect


def session_token(user):
    return jwt.encode({"sub": user.id}, "s3cr3t-shop-key", algorithm="HS256")  # bug: aipack.python.jwt


def reset_token():
    alphabet = string.ascii_letters + string.digits
    token = "".join(random.choice(alphabet) for _ in range(32))  # bug: aipack.python.random
    return token


if __name__ == "__main__":
    app.run(host="0.0.0.0", debug=True)  # bug: aipack.python.debug
