import { useState } from 'react';

/** The key that makes an act happen once, as its call takes it. */
export interface Once {
  readonly idempotencyKey: string;
}

/** One that lives as long as the form that acts with it: a second click and a second try are the same act. */
export function useOnce(): Once {
  const [once] = useState(() => ({ idempotencyKey: crypto.randomUUID() }));
  return once;
}
