export default defineEventHandler(() => ({ status: 'ok' }));
