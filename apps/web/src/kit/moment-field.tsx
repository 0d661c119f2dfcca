import { datePickerFormat } from '@suanpan/domain/limits';
import { now } from '../lib/clock.ts';
import { dayOf, isDay } from '../lib/platform-time.ts';
import { useWords } from '../lib/use-words.ts';
import { ClockSelect } from './filter/clock-select.tsx';
import { MonthGrid } from './filter/month-grid.tsx';
import styles from './filter/filter.module.css';
import { PickedField, type PickedProps } from './picked-field.tsx';

const form = /^(\d{4}-\d{2}-\d{2})[ T]([01]\d|2[0-3]):([0-5]\d)$/;
const hours = Array.from({ length: 24 }, (_, hour) => hour);
const minutes = Array.from({ length: 60 }, (_, minute) => minute);
const twoDigits = (count: number): string => String(count).padStart(2, '0');

/** The moment that a text is, or undefined for one that is none. */
function momentOf(text: string): string | undefined {
  if (text === '') return '';
  const [, day, hour, minute] = form.exec(text) ?? [];
  return day !== undefined && isDay(day) ? `${day}T${hour}:${minute}` : undefined;
}

/** A day and a time: `2026-11-28T09:30`; empty for none. */
export function MomentField(props: PickedProps) {
  const { value } = props;
  const t = useWords('common');
  const day = value === '' ? dayOf(now()) : value.slice(0, 10);
  const [hour = 0, minute = 0] = value === '' ? [] : value.slice(11).split(':').map(Number);
  const withPart = (part: { day?: string; hour?: number; minute?: number }): string =>
    `${part.day ?? day}T${twoDigits(part.hour ?? hour)}:${twoDigits(part.minute ?? minute)}`;
  return (
    <PickedField
      {...props}
      shown={value.replace('T', ' ')}
      placeholder={`${datePickerFormat} hh:mm`}
      read={momentOf}
      mistake={t('validation.moment')}
      panel={(pick) => (
        <>
          <MonthGrid
            from={day}
            to={day}
            today={dayOf(now())}
            onPick={(next) => pick(withPart({ day: next }))}
          />
          <div className={styles.ends}>
            <ClockSelect
              label={t('dates.hour')}
              offered={hours}
              value={hour}
              show={twoDigits}
              onPick={(next) => pick(withPart({ hour: next }))}
            />
            <ClockSelect
              label={t('dates.minute')}
              offered={minutes}
              value={minute}
              show={twoDigits}
              onPick={(next) => pick(withPart({ minute: next }))}
            />
          </div>
        </>
      )}
    />
  );
}
