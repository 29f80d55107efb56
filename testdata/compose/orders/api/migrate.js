const { Client } = require("pg");

async function migrate() {
  const db = new Client({ connectionString: process.env.DATABASE_URL });
  await db.connect();
  await db.query("CREATE TABLE IF NOT EXISTS orders (id serial PRIMARY KEY, what text NOT NULL)");
  await db.query("CREATE TABLE IF NOT EXISTS migrations (id serial PRIMARY KEY)");
  await db.query("INSERT INTO migrations DEFAULT VALUES");
  await db.end();
}
migrate().catch((err) => {
  console.error(err);
  process.exit(1);
});
