import { Input } from '@mantine/core';
import { useId, useRef, useState, type ReactNode } from 'react';
import { useWords } from '../lib/use-words.ts';
import styles from './filter/filter.module.css';
import { Picker, type PickerProps } from './filter/picker.tsx';

interface PickInputProps extends Pick<
  PickerProps,
  'label' | 'source' | 'isFirst' | 'placeholder' | 'onPick'
> {
  readonly initial?: string;
  readonly description?: ReactNode;
  readonly error?: string | undefined;
  readonly required?: boolean;
  /** For what is asked anew: once the choice is made, or the field is left or entered; empty where it names nobody. */
  readonly onSettle?: (id: string) => void;
}

/** Somebody or something by name in a form: its label stands above, and words that name nobody are refused there. */
export function PickInput(props: PickInputProps) {
  const { description, error, initial = '', onPick, onSettle, required, ...rest } = props;
  const t = useWords('common');
  const id = useId();
  const chosen = useRef<string | null>(initial);
  const settled = useRef(initial);
  const [isLost, setLost] = useState(false);
  const settle = (): void => {
    const next = chosen.current ?? '';
    if (next !== settled.current) onSettle?.(next);
    settled.current = next;
  };
  const said = error ?? (isLost ? t('validation.choice') : undefined);
  return (
    <Input.Wrapper
      id={id}
      label={rest.label}
      description={description}
      error={said}
      required={required ?? false}
    >
      <div
        className={styles.frame}
        data-form
        data-wrong={said !== undefined || undefined}
        onBlur={() => {
          setLost(chosen.current === null);
          settle();
        }}
        onKeyDown={(event) => event.key === 'Enter' && settle()}
      >
        <Picker
          {...rest}
          id={id}
          initial={initial}
          onPick={(next) => {
            chosen.current = next;
            setLost(false);
            onPick?.(next);
          }}
          onChoice={settle}
        />
      </div>
    </Input.Wrapper>
  );
}
