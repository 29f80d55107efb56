export const quotes = ['Less is more.', 'Make it work, make it right, make it fast.'];
