import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCheck,
  IconClockHour4,
  IconFlask2,
  IconX,
} from '@tabler/icons-react';
import styles from './kit.module.css';

/** The six meanings of colour in the whole product: tags, charts and timelines use the same. */
export type Tone = 'ok' | 'wait' | 'attention' | 'fail' | 'test' | 'reversed';

const icons = {
  ok: IconCheck,
  wait: IconClockHour4,
  attention: IconAlertTriangle,
  fail: IconX,
  test: IconFlask2,
  reversed: IconArrowBackUp,
} as const satisfies Record<Tone, unknown>;

interface StatusTagProps {
  readonly tone: Tone;
  readonly label: string;
  /** When and by whom, on hover. */
  readonly hint?: string;
}

/** A state as colour, shape and word together, so that none of them has to be seen alone. */
export function StatusTag({ tone, label, hint }: StatusTagProps) {
  const Icon = icons[tone];
  return (
    <span className={styles.tag} data-tone={tone} title={hint}>
      <Icon size={13} stroke={2.2} aria-hidden />
      {label}
    </span>
  );
}
