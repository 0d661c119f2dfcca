import { useEffect, useRef } from 'react';
import styles from './code-field.module.css';

interface CodeFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Called with the sixth digit. */
  readonly onComplete: (code: string) => void;
  readonly error?: string | null;
  readonly isBusy?: boolean;
}

const digits = 6;

/** The sentence that a code deserves which cannot be sent; null for one that can. */
export function lackOfCode(code: string): 'required' | 'sixDigits' | null {
  if (code === '') return 'required';
  return /^\d{6}$/.test(code) ? null : 'sixDigits';
}

/** One field for six digits: takes a paste, offers the phone's suggestion, sends itself when it is full. */
export function CodeField({ label, value, onChange, onComplete, error, isBusy }: CodeFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // A refused code is cleared by the caller; the next one is typed at once.
    if (value === '' && !isBusy) input.current?.focus();
  }, [value, isBusy]);
  return (
    <label className={styles.field}>
      <span>{label}</span>
      <input
        ref={input}
        name="oneCode"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="\d{6}"
        maxLength={12}
        value={value}
        disabled={isBusy}
        aria-invalid={Boolean(error)}
        aria-describedby={error ? 'code-error' : undefined}
        onChange={(event) => {
          const next = event.currentTarget.value.replace(/\D/g, '').slice(0, digits);
          onChange(next);
          if (next.length === digits && next !== value) onComplete(next);
        }}
      />
      {error && (
        <span id="code-error" role="alert" className={styles.error}>
          {error}
        </span>
      )}
    </label>
  );
}
