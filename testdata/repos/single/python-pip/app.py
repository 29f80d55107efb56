import os

from flask import Flask, jsonify

app = Flask(__name__)


@app.route("/")
def index():
    return jsonify(greeting=os.environ.get("GREETING", "hello"))


@app.route("/health")
def health():
    return jsonify(status="ok")
