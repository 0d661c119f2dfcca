/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks';
import styles from './pay.module.css';
import { usePayWords } from './pay-words.ts';

export interface PayRow {
  readonly label: string;
  readonly value: string;
  /** What is copied, where it differs from what is shown. */
  readonly copy?: string;
}

/** Facts that have to be typed elsewhere, each with a copy button, and one for all of them. */
export function CopyRows({ rows }: { rows: readonly PayRow[] }) {
  const words = usePayWords();
  return (
    <div className={styles.rows}>
      <dl>
        {rows.map((row) => (
          <div key={row.label} className={styles.row}>
            <dt>{row.label}</dt>
            <dd>{row.value}</dd>
            <dd>
              <CopyButton text={row.copy ?? row.value} label={`${words.copy} ${row.label}`}>
                {words.copy}
              </CopyButton>
            </dd>
          </div>
        ))}
      </dl>
      <CopyButton
        text={rows.map((row) => `${row.label}: ${row.copy ?? row.value}`).join('\n')}
        label={words.copyAll}
        isWide
      >
        {words.copyAll}
      </CopyButton>
    </div>
  );
}

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  readonly isWide?: boolean;
  readonly children: string;
}

function CopyButton({ text, label, isWide, children }: CopyButtonProps) {
  const words = usePayWords();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), 1_600);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <>
      <button
        type="button"
        className={isWide ? styles.secondary : styles.copy}
        aria-label={label}
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      >
        {isCopied ? words.copied : children}
      </button>
      {/* Beside the button: what changes within one that has a name of its own is told to nobody who listens. */}
      <span className={styles.unseen} role="status">
        {isCopied ? words.copied : ''}
      </span>
    </>
  );
}
