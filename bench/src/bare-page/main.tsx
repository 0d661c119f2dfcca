import { useState } from 'react';
import { createRoot } from 'react-dom/client';

/** The yardstick of the login page: React, two fields and a button, and nothing else. */
function Bare() {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  return (
    <form>
      <input aria-label="name" value={name} onChange={(event) => setName(event.currentTarget.value)} />
      <input
        aria-label="password"
        type="password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <button type="submit">Log in</button>
    </form>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<Bare />);
