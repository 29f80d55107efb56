import { nanoid } from 'nanoid';

let visits = 0;

const server = Bun.serve({
  port: Number(Bun.env.PORT ?? '3000'),
  fetch(request) {
    const { pathname } = new URL(request.url);
    if (pathname === '/health') return new Response('ok');
    return Response.json({ id: nanoid(), visits: ++visits });
  },
});

console.log(`listening on ${server.port}`);
