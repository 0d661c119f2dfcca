import { Button } from '@mantine/core';
import { useWords } from '../lib/use-words.ts';
import styles from './kit.module.css';

const emptyWords = {
  none: 'table.empty',
  noMatch: 'table.noMatch',
  noPermission: 'table.noPermission',
} as const;

interface EmptyStateProps {
  /** Nothing there yet, nothing that matches, or nothing that you may see: three different things. */
  readonly kind: 'none' | 'noMatch' | 'noPermission';
  /** One sentence in place of the general one. */
  readonly text?: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** One sentence and one action, under an empty rod of the abacus. */
export function EmptyState({ kind, text, action }: EmptyStateProps) {
  const t = useWords('common');
  return (
    <div className={styles.empty}>
      <svg viewBox="0 0 72 40" width="72" height="40" aria-hidden>
        <path d="M4 12h64" className={styles.emptyBeam} />
        <path d="M16 2v36M36 2v36M56 2v36" className={styles.emptyRod} />
        {kind === 'noMatch' && (
          <rect x="47" y="26" width="18" height="9" rx="4.5" className={styles.emptyBead} />
        )}
        {kind === 'noPermission' && (
          <rect x="27" y="16" width="18" height="9" rx="4.5" className={styles.emptyBead} />
        )}
      </svg>
      <p>{text ?? t(emptyWords[kind])}</p>
      {action && (
        <Button variant="light" onClick={action.run}>
          {action.label}
        </Button>
      )}
    </div>
  );
}
