import { ActionIcon, TextInput } from '@mantine/core';
import { datePickerFormat } from '@suanpan/domain/limits';
import { IconCalendar } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { businessNow } from '../lib/clock.ts';
import { dayOf, isDay, platformZone } from '../lib/platform-time.ts';
import { useWords } from '../lib/use-words.ts';
import { MonthGrid } from './filter/month-grid.tsx';
import styles from './filter/filter.module.css';
import { LatePopover } from './late-popup.tsx';

interface DayFieldProps {
  readonly label: string;
  /** `2026-11-28` of the platform's zone. */
  readonly value: string;
  readonly onChange: (day: string) => void;
  readonly error?: string | undefined;
  readonly required?: boolean;
}

/**
 * A day in the form that the product writes it, whatever the browser's own: typed, or picked from a month. What is no day is not taken:
 * it stays until it is mended, and a form of a dialog is not sent with it.
 */
export function DayField({ label, value, onChange, error, required }: DayFieldProps) {
  const t = useWords('common');
  const [typing, setTyping] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const today = dayOf(businessNow());
  const isWrong = typing !== null && !isDay(typing);
  useEffect(() => input.current?.setCustomValidity(isWrong ? t('validation.day') : ''), [isWrong, t]);
  return (
    <TextInput
      ref={input}
      label={label}
      value={typing ?? value}
      placeholder={datePickerFormat}
      title={platformZone}
      onChange={({ currentTarget: { value: text } }) => {
        const typed = text.normalize('NFKC').trim();
        setTyping(typed);
        if (isDay(typed)) onChange(typed);
      }}
      onBlur={() => !isWrong && setTyping(null)}
      error={isWrong ? t('validation.day') : error}
      required={required}
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
          <MonthGrid
            from={isDay(value) ? value : today}
            to={isDay(value) ? value : today}
            today={today}
            onPick={(day) => {
              setTyping(null);
              setOpen(false);
              onChange(day);
            }}
          />
          <div className={styles.rangeFoot}>{platformZone}</div>
        </LatePopover>
      }
    />
  );
}
