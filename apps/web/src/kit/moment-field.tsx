import { ActionIcon, TextInput } from '@mantine/core';
import { datePickerFormat } from '@suanpan/domain/limits';
import { IconCalendar } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { now } from '../lib/clock.ts';
import { dayOf, isDay, platformZone } from '../lib/platform-time.ts';
import { useWords } from '../lib/use-words.ts';
import { LatePopover } from './late-popup.tsx';
import { ClockSelect } from './filter/clock-select.tsx';
import { MonthGrid } from './filter/month-grid.tsx';
import styles from './filter/filter.module.css';

interface MomentFieldProps {
  readonly label: string;
  /** `2026-11-28T09:30` on the clock of the platform's zone; empty for none. */
  readonly value: string;
  readonly onChange: (moment: string) => void;
  readonly error?: string | undefined;
  readonly required?: boolean;
}

const form = /^(\d{4}-\d{2}-\d{2})[ T]([01]\d|2[0-3]):([0-5]\d)$/;
const hours = Array.from({ length: 24 }, (_, hour) => hour);
const minutes = Array.from({ length: 60 }, (_, minute) => minute);
const twoDigits = (count: number): string => String(count).padStart(2, '0');

/** The moment that a text is, or undefined for one that is none. */
function momentOf(text: string): string | undefined {
  const typed = text.normalize('NFKC').trim();
  if (typed === '') return '';
  const [, day, hour, minute] = form.exec(typed) ?? [];
  return day !== undefined && isDay(day) ? `${day}T${hour}:${minute}` : undefined;
}

/**
 * A day and a time of the platform's zone in the form that the product writes them, whatever the browser's own: typed, or picked
 * from a month. What is no moment is not taken: it stays until it is mended, and a form of a dialog is not sent with it.
 */
export function MomentField({ label, value, onChange, error, required }: MomentFieldProps) {
  const t = useWords('common');
  const [typing, setTyping] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const isWrong = typing !== null && momentOf(typing) === undefined;
  const day = value === '' ? dayOf(now()) : value.slice(0, 10);
  const [hour = 0, minute = 0] = value === '' ? [] : value.slice(11).split(':').map(Number);
  useEffect(() => input.current?.setCustomValidity(isWrong ? t('validation.moment') : ''), [isWrong, t]);
  const put = (part: { day?: string; hour?: number; minute?: number }): void => {
    setTyping(null);
    onChange(`${part.day ?? day}T${twoDigits(part.hour ?? hour)}:${twoDigits(part.minute ?? minute)}`);
  };
  return (
    <TextInput
      ref={input}
      label={label}
      value={typing ?? value.replace('T', ' ')}
      placeholder={`${datePickerFormat} hh:mm`}
      title={platformZone}
      onChange={({ currentTarget: { value: text } }) => {
        setTyping(text);
        const moment = momentOf(text);
        if (moment !== undefined) onChange(moment);
      }}
      onBlur={() => !isWrong && setTyping(null)}
      error={isWrong ? t('validation.moment') : error}
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
          <MonthGrid from={day} to={day} today={dayOf(now())} onPick={(next) => put({ day: next })} />
          <div className={styles.ends}>
            <ClockSelect
              label={t('dates.hour')}
              offered={hours}
              value={hour}
              show={twoDigits}
              onPick={(next) => put({ hour: next })}
            />
            <ClockSelect
              label={t('dates.minute')}
              offered={minutes}
              value={minute}
              show={twoDigits}
              onPick={(next) => put({ minute: next })}
            />
          </div>
          <div className={styles.rangeFoot}>{platformZone}</div>
        </LatePopover>
      }
    />
  );
}
