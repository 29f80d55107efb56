import { routes } from '@fleet/routes';
import Fastify from 'fastify';

const app = Fastify();
const port = process.env.PORT ? Number(process.env.PORT) : 3333;

app.get('/health', async () => ({ ok: true }));
app.get('/routes', async () => routes);

app.listen({ port, host: '0.0.0.0' });
