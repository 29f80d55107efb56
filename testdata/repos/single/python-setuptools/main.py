import asyncio
import os

import tornado.web


class Echo(tornado.web.RequestHandler):
    def get(self):
        self.write({"you said": self.get_argument("say", "")})


class Health(tornado.web.RequestHandler):
    def get(self):
        self.write("ok")


async def serve():
    application = tornado.web.Application([(r"/", Echo), (r"/health", Health)])
    application.listen(int(os.environ.get("PORT", 8888)))
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(serve())
