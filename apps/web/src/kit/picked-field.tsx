import { ActionIcon, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { platformZone } from '../lib/platform-time.ts';
import { useWords } from '../lib/use-words.ts';
import styles from './filter/filter.module.css';
import { LatePopover } from './late-popup.tsx';

export interface PickedProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
  readonly required?: boolean;
}

interface PickedFieldProps extends PickedProps {
  /** The value as it is written. */
  readonly shown: string;
  readonly placeholder: string;
  /** What a text says, without blanks around it and in plain figures; undefined for what says nothing. */
  readonly read: (text: string) => string | undefined;
  /** What is said of a text that says nothing. */
  readonly mistake: string;
  /** What it is picked from. */
  readonly panel: (pick: (value: string) => void, close: () => void) => ReactNode;
}

/**
 * A day or a moment of the platform's zone in the form that the product writes it, whatever the browser's own: typed, or picked. What
 * cannot be read is not taken: it stays until it is mended, and a form of a dialog is not sent with it.
 */
export function PickedField(props: PickedFieldProps) {
  const { mistake, onChange } = props;
  const t = useWords('common');
  const [typing, setTyping] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const read = (text: string): string | undefined => props.read(text.normalize('NFKC').trim());
  const isWrong = typing !== null && read(typing) === undefined;
  useEffect(() => input.current?.setCustomValidity(isWrong ? mistake : ''), [isWrong, mistake]);
  const pick = (value: string): void => {
    setTyping(null);
    onChange(value);
  };
  return (
    <TextInput
      ref={input}
      label={props.label}
      value={typing ?? props.shown}
      placeholder={props.placeholder}
      title={platformZone}
      onChange={({ currentTarget: { value: text } }) => {
        setTyping(text);
        const value = read(text);
        if (value !== undefined) onChange(value);
      }}
      onBlur={() => !isWrong && setTyping(null)}
      error={isWrong ? mistake : props.error}
      required={props.required}
      autoComplete="off"
      classNames={{ input: 'num' }}
      rightSection={
        <LatePopover
          button={
            <ActionIcon variant="subtle" aria-label={t('dates.pick')}>
              <IconCalendar size={16} aria-hidden />
            </ActionIcon>
          }
          isOpen={isOpen}
          onOpen={setOpen}
          position="bottom-end"
          trapFocus
          className={styles.rangePanel}
        >
          {props.panel(pick, () => setOpen(false))}
          <div className={styles.rangeFoot}>{platformZone}</div>
        </LatePopover>
      }
    />
  );
}
