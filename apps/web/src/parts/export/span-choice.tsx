import { TextInput } from '@mantine/core';
import { datePickerFormat, exportMaxDays } from '@suanpan/domain/limits';
import { useId } from 'react';
import type { RangeMistake } from '../../lib/date-range.ts';
import { platformZone } from '../../lib/platform-time.ts';
import { useWords } from '../../lib/use-words.ts';
import { mistakeOf, type Span } from './span.ts';
import styles from './export.module.css';

interface SpanChoiceProps {
  readonly span: Span;
  readonly error: string | undefined;
  readonly onChange: (span: Span) => void;
}

const mistakeWords = {
  wrongHours: 'validation.hourRange',
  wrongOrder: 'validation.range',
  notADay: 'validation.date',
} as const satisfies Record<Exclude<RangeMistake, 'tooLong'>, string>;

/** The days of the export: as the list has them where they fit, and said where they do not. */
export function SpanChoice({ span, error, onChange }: SpanChoiceProps) {
  const t = useWords('exports');
  const common = useWords('common');
  const titleId = useId();
  const mistake = mistakeOf(span);
  const said =
    mistake === null
      ? error
      : mistake === 'tooLong'
        ? t('dialog.rangeTooLong', { days: exportMaxDays })
        : common(mistakeWords[mistake]);
  return (
    <div role="group" aria-labelledby={titleId} className={styles.group}>
      <header className={styles.title}>
        <span id={titleId}>
          {t('dialog.range')} ({platformZone})
        </span>
      </header>
      <div className={styles.days}>
        {(['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            inputMode="numeric"
            placeholder={datePickerFormat}
            maxLength={10}
            autoComplete="off"
            label={t(`dialog.${end}`)}
            value={span[end]}
            onChange={(event) => onChange({ ...span, [end]: event.currentTarget.value.trim(), exact: null })}
            error={said !== undefined}
            required
          />
        ))}
      </div>
      {said === undefined ? (
        <p className={styles.note}>
          {span.isCut ? t('dialog.rangeWhy', { days: exportMaxDays }) : t('dialog.sameFilter')}
        </p>
      ) : (
        <p role="alert" className={styles.fault}>
          {said}
        </p>
      )}
    </div>
  );
}
