const http = require('node:http');
const kleur = require('kleur');

const port = Number(process.env.PORT ?? 3000);
const greeting = process.env.GREETING || 'Hello';

const server = http.createServer((req, res) => {
  const { pathname, searchParams } = new URL(req.url, 'http://localhost');
  if (pathname === '/health') {
    res.end('ok\n');
    return;
  }
  res.end(`${greeting}, ${searchParams.get('name') ?? 'world'}!\n`);
});

server.listen(port, () => console.log(kleur.green(`listening on ${port}`)));
process.on('SIGTERM', () => server.close());
