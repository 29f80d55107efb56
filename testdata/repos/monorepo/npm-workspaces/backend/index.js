const http = require('http');
const ms = require('ms');
const { priceOf } = require('@market/prices');

const port = process.env.PORT || 8081;

http
  .createServer((req, res) => {
    if (req.url === '/health') return res.end('ok');
    res.setHeader('Cache-Control', `max-age=${ms('1h') / 1000}`);
    res.end(JSON.stringify({ apple: priceOf('apple') }));
  })
  .listen(port);
