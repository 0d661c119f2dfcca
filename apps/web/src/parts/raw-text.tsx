import { Copy } from '../kit/copy.tsx';
import styles from './raw-text.module.css';

/** JSON is laid out to be read; anything else stays as it came. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** The raw words of an exchange, folded until somebody wants them. */
export function RawText({
  label,
  text,
  isOpen = false,
}: {
  readonly label: string;
  readonly text: string;
  /** It is what the reader came for. */
  readonly isOpen?: boolean;
}) {
  if (text === '') return null;
  return (
    <details className={styles.raw} open={isOpen}>
      <summary>{label}</summary>
      <div>
        <Copy text={text}>{''}</Copy>
        <pre tabIndex={0}>{pretty(text)}</pre>
      </div>
    </details>
  );
}
