import { startTransition, useEffect, useState, type ReactNode } from 'react';

/** What is drawn when all beside it stands, and gives way to what is more urgent; its place is kept free by its parent. */
export function Afterwards({ children }: { children: ReactNode }) {
  const [isTime, setTime] = useState(false);
  useEffect(() => startTransition(() => setTime(true)), []);
  return isTime && children;
}
