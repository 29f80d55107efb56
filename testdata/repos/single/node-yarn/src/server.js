const http = require('http');
const ms = require('ms');

const started = Date.now();

http
  .createServer((req, res) => {
    if (req.url === '/healthz') return res.end('ok');
    res.end(`up for ${ms(Date.now() - started, { long: true })}\n`);
  })
  .listen(process.env.PORT || 4000);
