export const loader = () => new Response('ok');
