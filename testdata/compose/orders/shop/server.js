const http = require("http");

const api = process.env.API_URL;
if (!api) throw new Error("API_URL is not set");

const server = http.createServer(async (request, response) => {
  if (request.url === "/healthz") return response.end("well");
  try {
    const orders = await fetch(api + "/orders");
    response.writeHead(orders.status, { "Content-Type": "application/json" });
    response.end(await orders.text());
  } catch (err) {
    console.error(err);
    response.writeHead(502).end();
  }
});
server.listen(process.env.PORT || 3001, "0.0.0.0");
