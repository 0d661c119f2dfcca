import { useEffect, useState } from 'react';

/** An answer that takes no longer is waited for without a word. */
const quickMs = 150;

/** Whether something has been waited for long enough to be told. */
export function useIsLate(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const telling = setTimeout(() => setLate(true), quickMs);
    return () => {
      clearTimeout(telling);
      setLate(false);
    };
  }, [isWaiting]);
  return isLate;
}
