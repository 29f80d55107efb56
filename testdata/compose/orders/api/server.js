const http = require("http");
const { Pool } = require("pg");
const { createClient } = require("redis");

if (!process.env.SESSION_SECRET || process.env.SESSION_SECRET.length < 32) throw new Error("SESSION_SECRET must have 32 characters");
const db = new Pool({ connectionString: process.env.DATABASE_URL });
const queue = createClient({ url: process.env.REDIS_URL });

async function answer(request, response) {
  if (request.url === "/healthz") {
    await db.query("SELECT 1");
    return response.end("well");
  }
  if (request.url === "/orders" && request.method === "POST") {
    await queue.lPush("orders", "an order");
    return response.writeHead(202).end();
  }
  const [orders, migrations] = await Promise.all([db.query("SELECT count(*) FROM orders"), db.query("SELECT count(*) FROM migrations")]);
  response.setHeader("Content-Type", "application/json");
  response.end(JSON.stringify({ orders: Number(orders.rows[0].count), migrations: Number(migrations.rows[0].count) }));
}

const server = http.createServer((request, response) => {
  answer(request, response).catch((err) => {
    console.error(err);
    response.writeHead(500).end();
  });
});
queue.connect().then(() => server.listen(process.env.PORT || 3000, "0.0.0.0"));
