import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './kit.module.css';

interface CheckGroupProps<Choice extends string> {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly wordOf: (choice: Choice) => string;
  readonly value: readonly Choice[];
  /** In the order of the choices. */
  readonly onChange: (value: Choice[]) => void;
  readonly error?: ReactNode;
  readonly disabled?: boolean;
}

/** Any of a few choices. */
export function CheckGroup<Choice extends string>({
  label,
  choices,
  wordOf,
  value,
  onChange,
  error,
  disabled = false,
}: CheckGroupProps<Choice>) {
  return (
    <Checkbox.Group
      label={label}
      value={[...value]}
      onChange={(chosen) => onChange(choices.filter((choice) => chosen.includes(choice)))}
      error={error}
    >
      <div className={styles.choices}>
        {choices.map((choice) => (
          <Checkbox key={choice} value={choice} label={wordOf(choice)} disabled={disabled} />
        ))}
      </div>
    </Checkbox.Group>
  );
}
