import { useState } from 'react';
import { createRoot } from 'react-dom/client';

function App() {
  const [items, setItems] = useState(['Write a plan']);
  return (
    <main>
      <button onClick={() => setItems([...items, `Item ${items.length + 1}`])}>Add</button>
      <ul>{items.map((item) => <li key={item}>{item}</li>)}</ul>
      <small>{import.meta.env.VITE_API_URL}</small>
    </main>
  );
}

createRoot(document.getElementById('root')).render(<App />);
