import { datePickerFirstYear, datePickerLastYear } from '@suanpan/domain/limits';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { currentLocale } from '../../lib/locale.ts';
import { addDays, weekdayOf, type Day } from '../../lib/platform-time.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from './filter.module.css';

interface MonthGridProps {
  readonly from: Day;
  readonly to: Day;
  readonly today: Day;
  readonly onPick: (day: Day) => void;
}

const firstMonth = `${datePickerFirstYear}-01`;
const lastMonth = `${datePickerLastYear}-12`;

function monthBefore(month: string): string {
  return addDays(`${month}-01`, -1).slice(0, 7);
}
function monthAfter(month: string): string {
  return addDays(`${month}-01`, 31).slice(0, 7);
}

/** One month, Sunday first, 1900 to 2100; the chosen range is shaded. */
export function MonthGrid({ from, to, today, onPick }: MonthGridProps) {
  const t = useWords('common');
  const [month, setMonth] = useState(to.slice(0, 7));
  const start = addDays(`${month}-01`, -weekdayOf(`${month}-01`));
  const weeks = addDays(start, 35).startsWith(month) ? 6 : 5;
  const days = Array.from({ length: weeks * 7 }, (_, index) => addDays(start, index));
  const names = new Intl.DateTimeFormat(currentLocale(), { weekday: 'narrow', timeZone: 'UTC' });
  const title = new Intl.DateTimeFormat(currentLocale(), { year: 'numeric', month: 'long', timeZone: 'UTC' });
  return (
    <div className={styles.month}>
      <div className={styles.monthHead}>
        <button
          type="button"
          aria-label={t('dates.before')}
          disabled={month <= firstMonth}
          onClick={() => setMonth(monthBefore(month))}
        >
          <IconChevronLeft size={16} aria-hidden />
        </button>
        <strong aria-live="polite">{title.format(new Date(`${month}-01T00:00:00Z`))}</strong>
        <button
          type="button"
          aria-label={t('dates.after')}
          disabled={month >= lastMonth}
          onClick={() => setMonth(monthAfter(month))}
        >
          <IconChevronRight size={16} aria-hidden />
        </button>
      </div>
      <div className={styles.days}>
        {days.slice(0, 7).map((day) => (
          <span key={day} aria-hidden>
            {names.format(new Date(`${day}T00:00:00Z`))}
          </span>
        ))}
        {days.map((day) => (
          <button
            key={day}
            type="button"
            aria-label={`${Number(day.slice(8))}, ${day}`}
            aria-pressed={day === from || day === to}
            data-outside={!day.startsWith(month) || undefined}
            data-inside={(day >= from && day <= to) || undefined}
            data-today={day === today || undefined}
            onClick={() => onPick(day)}
          >
            {Number(day.slice(8))}
          </button>
        ))}
      </div>
    </div>
  );
}
