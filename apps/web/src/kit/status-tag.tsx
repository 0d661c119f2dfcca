import styles from './kit.module.css';

/** The meanings of colour in the whole product: tags, charts and timelines use the same; `idle` means nothing yet. */
export type Tone = 'ok' | 'wait' | 'attention' | 'fail' | 'test' | 'reversed' | 'idle';

interface StatusTagProps {
  readonly tone: Tone;
  readonly label: string;
  /** When and by whom, on hover. */
  readonly hint?: string;
  /** Without a frame: for what stands beside a tag and must not rival it. */
  readonly isBare?: boolean;
  /** False leaves the icon alone; the word stays for those who do not see it. */
  readonly hasWord?: boolean;
}

/** A state as colour, shape and word together, so that none of them has to be seen alone. */
export function StatusTag({ tone, label, hint, isBare, hasWord = true }: StatusTagProps) {
  return (
    <span className={styles.tag} data-tone={tone} data-bare={isBare || undefined} title={hint ?? label}>
      {hasWord ? label : <span className={styles.unseen}>{label}</span>}
    </span>
  );
}
