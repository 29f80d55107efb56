from common import *
from http.server import *


class Tides(Page):
    def do_GET(self):
        if self.path == "/health":
            self.answer({"status": "ok"})
        else:
            self.answer({"high": "06:12", "low": "12:25"})


server = ThreadingHTTPServer(("", 7171), Tides)
while True:
    server.handle_request()
