import { money } from '@acme/format';
import express from 'express';

const app = express();
const port = Number(process.env.PORT) || 4000;

app.get('/health', (_req, res) => {
  res.json({ ok: true });
});
app.get('/orders', (_req, res) => {
  res.json([{ id: 1, total: money(12.5) }]);
});

app.listen(port);
