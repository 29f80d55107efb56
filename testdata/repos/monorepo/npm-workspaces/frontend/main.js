async function show() {
  const answer = await fetch(import.meta.env.VITE_BACKEND ?? '/api');
  const prices = await answer.json();
  document.querySelector('output').value = prices.apple;
}

show();
