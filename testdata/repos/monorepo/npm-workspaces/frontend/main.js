const prices = await (await fetch(import.meta.env.VITE_BACKEND ?? '/api')).json();
document.querySelector('output').value = prices.apple;
