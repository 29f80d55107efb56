export const routes = ['harbour', 'airport'];
