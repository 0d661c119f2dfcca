import { datePickerFormat } from '@suanpan/domain/limits';
import { businessNow } from '../lib/clock.ts';
import { dayOf, isDay } from '../lib/platform-time.ts';
import { useWords } from '../lib/use-words.ts';
import { MonthGrid } from './filter/month-grid.tsx';
import { PickedField, type PickedProps } from './picked-field.tsx';

/** A day: `2026-11-28`. */
export function DayField(props: PickedProps) {
  const t = useWords('common');
  const today = dayOf(businessNow());
  const day = isDay(props.value) ? props.value : today;
  return (
    <PickedField
      {...props}
      shown={props.value}
      placeholder={datePickerFormat}
      read={(text) => (isDay(text) ? text : undefined)}
      mistake={t('validation.day')}
      panel={(pick, close) => (
        <MonthGrid
          from={day}
          to={day}
          today={today}
          onPick={(next) => {
            pick(next);
            close();
          }}
        />
      )}
    />
  );
}
