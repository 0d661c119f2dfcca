import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { CallFault } from '../lib/call-fault.ts';
import { useWords } from '../lib/use-words.ts';
import { Copy } from './copy.tsx';
import styles from './kit.module.css';

interface FaultProps {
  readonly fault: CallFault;
  readonly onRetry?: () => void;
}

/** What went wrong, what to do next, and the number to give to support. Retrying waits as long as the server asks. */
export function Fault({ fault, onRetry }: FaultProps) {
  const t = useWords('common');
  const left = useCountdown(fault.retryAfterS ?? 0);
  return (
    <div className={styles.fault} role="alert">
      <p className={styles.faultCause}>{[fault.message, ...saidWords(fault)].join(' · ')}</p>
      <p className={styles.faultNext}>{t(`fault.next.${fault.kind}`)}</p>
      {onRetry && (
        <Button variant="light" onClick={onRetry} disabled={left > 0}>
          {left > 0 ? t('fault.retryIn', { seconds: left }) : t('buttons.retry')}
        </Button>
      )}
      {fault.requestId !== null && (
        <p className={styles.faultId}>
          <Copy text={fault.requestId}>{t('fault.requestId', { id: fault.requestId })}</Copy>
        </p>
      )}
    </div>
  );
}

/** A list has no fields to write beside: what was wrong with its filters is said in the same breath. */
function saidWords({ fields }: CallFault): string[] {
  return [...new Set(Object.values(fields).flat())];
}

function useCountdown(seconds: number): number {
  const [left, setLeft] = useState(seconds);
  const [from, setFrom] = useState(seconds);
  if (from !== seconds) {
    setFrom(seconds);
    setLeft(seconds);
  }
  useEffect(() => {
    if (left <= 0) return undefined;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  return left;
}
