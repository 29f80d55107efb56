const { Pool } = require("pg");
const { createClient } = require("redis");

const db = new Pool({ connectionString: process.env.DATABASE_URL });
const queue = createClient({ url: process.env.REDIS_URL });

async function work() {
  await queue.connect();
  for (;;) {
    const order = await queue.brPop("orders", 0);
    await db.query("INSERT INTO orders (what) VALUES ($1)", [order.element]);
  }
}
work().catch((err) => {
  console.error(err);
  process.exit(1);
});
