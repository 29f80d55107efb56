const express = require('express');

const app = express();
const links = new Map();

app.use(express.json());

app.get('/healthz', (req, res) => res.send('ok'));
app.get('/:id', (req, res) => {
  const to = links.get(req.params.id);
  if (!to) return res.sendStatus(404);
  res.redirect(to);
});
app.put('/:id', (req, res) => {
  if (req.get('authorization') !== `Bearer ${process.env.ADMIN_TOKEN}`) return res.sendStatus(401);
  links.set(req.params.id, req.body.to);
  res.sendStatus(204);
});

module.exports = app;
