import { Hono } from '@hono/hono';

const app = new Hono();
const name = Deno.env.get('SITE_NAME') ?? 'deno';

app.get('/', (c) => c.text(`Hello from ${name}`));
app.get('/health', (c) => c.text('ok'));

Deno.serve({ port: Number(Deno.env.get('PORT') ?? 8000) }, app.fetch);
