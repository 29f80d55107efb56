from http.server import *
from json import *


class Page(BaseHTTPRequestHandler):
    def answer(self, value):
        body = dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
