import { createServer } from 'node:http';
import ms from 'ms';
import { quotes } from './quotes.js';

const port = Number(process.env.PORT || '3000');
const every = ms((process.env.ROTATE_EVERY ?? '10s') as ms.StringValue);

createServer((req, res) => {
  if (req.url === '/health') {
    res.end('ok');
    return;
  }
  res.end(quotes[Math.floor(Date.now() / every) % quotes.length] + '\n');
}).listen(port);
