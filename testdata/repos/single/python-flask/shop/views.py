from flask import Blueprint

pages = Blueprint("pages", __name__)


@pages.get("/healthz")
def healthz():
    return "ok"
