from bottle import Bottle

app = Bottle()


@app.get("/")
def index():
    return {"message": "hello"}


@app.get("/health")
def health():
    return {"status": "ok"}
