import { createServer } from 'node:http';
import { push } from '@mail/queue';

createServer((req, res) => {
  if (req.url === '/ready') return res.end('ready');
  push(req.url);
  res.writeHead(202).end();
}).listen(process.env.PORT ?? 8025);
