import styles from './kit.module.css';

/** The meanings of colour in the whole product: tags, charts and timelines use the same; `idle` means nothing yet. */
export type Tone = 'ok' | 'wait' | 'attention' | 'fail' | 'test' | 'reversed' | 'idle';

interface StatusTagProps {
  readonly tone: Tone;
  readonly label: string;
  /** When and by whom, on hover. */
  readonly hint?: string;
}

/** A state as colour, shape and word together, so that none of them has to be seen alone. */
export function StatusTag({ tone, label, hint }: StatusTagProps) {
  return (
    <span className={styles.tag} data-tone={tone} title={hint ?? label}>
      {label}
    </span>
  );
}
