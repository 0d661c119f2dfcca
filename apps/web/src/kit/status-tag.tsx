import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCheck,
  IconClockHour4,
  IconFlask2,
  IconMinus,
  IconX,
} from '@tabler/icons-react';
import styles from './kit.module.css';

/** The meanings of colour in the whole product: tags, charts and timelines use the same; `idle` means nothing yet. */
export type Tone = 'ok' | 'wait' | 'attention' | 'fail' | 'test' | 'reversed' | 'idle';

const icons = {
  ok: IconCheck,
  wait: IconClockHour4,
  attention: IconAlertTriangle,
  fail: IconX,
  test: IconFlask2,
  reversed: IconArrowBackUp,
  idle: IconMinus,
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
    <span className={styles.tag} data-tone={tone} title={hint ?? label}>
      <Icon size={13} stroke={2.2} aria-hidden />
      <span>{label}</span>
    </span>
  );
}
