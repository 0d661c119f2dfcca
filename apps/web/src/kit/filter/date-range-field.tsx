import { datePickerFormat } from '@suanpan/domain/limits';
import { Button } from '@mantine/core';
import { IconCalendar, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { businessNow } from '../../lib/clock.ts';
import {
  daysOfPreset,
  mistakeIn,
  rangePresets,
  writeRange,
  type DayRange,
  type RangeChoice,
  type RangeMistake,
  type RangePreset,
} from '../../lib/date-range.ts';
import { dayOf, platformZone } from '../../lib/platform-time.ts';
import { useWords } from '../../lib/use-words.ts';
import { LatePopover } from '../late-popup.tsx';
import { ClockSelect } from './clock-select.tsx';
import { MonthGrid } from './month-grid.tsx';
import styles from './filter.module.css';

interface DateRangeFieldProps {
  readonly label: string;
  readonly initial: RangeChoice;
  readonly fallback: RangePreset | 'all';
  readonly maxDays?: number;
  readonly placeholder?: string;
  /** Its name in the address, where a screen has two ranges. */
  readonly place?: string;
  /** A whole number is asked for, which is looked up whatever its day. */
  readonly isResting?: boolean;
  /** Without a range: what is open, and what was closed today. */
  readonly isQueue?: boolean;
  /** A choice was made; the form is submitted with it. */
  readonly onChoice: () => void;
}

const presetWords = {
  today: 'today',
  yesterday: 'yesterday',
  week: 'thisWeek',
  last7: 'last7Days',
  month: 'thisMonth',
  all: 'allTime',
} as const satisfies Record<RangePreset | 'all', string>;

const mistakeWords = {
  wrongHours: 'validation.hourRange',
  wrongOrder: 'validation.range',
  notADay: 'validation.date',
  tooLong: 'validation.rangeDays',
} as const satisfies Record<RangeMistake, string>;

const hours = Array.from({ length: 25 }, (_, hour) => hour);
const clockFace = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

function showDays({ from, to, fromHour, toHour }: DayRange): string {
  const left = fromHour === 0 ? from : `${from} ${clockFace(fromHour)}`;
  const right = toHour === 24 ? to : `${to} ${clockFace(toHour)}`;
  return left === right ? left : `${left} – ${right}`;
}

/** Days of the platform zone: a preset as a chip that can be taken off, or typed days with hours, or a month. */
export function DateRangeField(props: DateRangeFieldProps) {
  const t = useWords('common');
  const [choice, setChoice] = useState(props.initial);
  const [isOpen, setOpen] = useState(false);
  const shown =
    'days' in choice
      ? choice.days
      : choice.preset === 'all'
        ? null
        : daysOfPreset(choice.preset, businessNow());
  const [draft, setDraft] = useState<DayRange>(shown ?? daysOfPreset('today', businessNow()));
  const [isHalfPicked, setHalfPicked] = useState(false);
  const wordOf = (preset: RangePreset | 'all'): string =>
    t(`dates.${preset === 'all' && props.isQueue ? 'queue' : presetWords[preset]}`);
  const text = shown === null ? (props.placeholder ?? wordOf('all')) : showDays(shown);
  const mistake = mistakeIn(draft, props.maxDays);

  const choose = (next: RangeChoice): void => {
    setChoice(next);
    setOpen(false);
    // The hidden fields must hold the choice before the form is read.
    queueMicrotask(() => setTimeout(props.onChoice));
  };
  const pick = (day: string): void => {
    if (!isHalfPicked) setDraft({ ...draft, from: day, to: day });
    else setDraft(day < draft.from ? { ...draft, from: day } : { ...draft, to: day });
    setHalfPicked(!isHalfPicked);
  };
  const isPreset = (preset: RangePreset | 'all'): boolean => 'preset' in choice && choice.preset === preset;
  const presets = [...rangePresets, 'all' as const].filter(
    (preset) =>
      props.maxDays === undefined ||
      (preset !== 'all' && mistakeIn(daysOfPreset(preset, businessNow()), props.maxDays) === null),
  );

  const isLimited = !isPreset('all');
  const chip = 'preset' in choice && choice.preset !== 'all' ? wordOf(choice.preset) : text;

  return (
    <div className={styles.range} role="group" aria-label={props.label}>
      {Object.entries(writeRange(choice, props.fallback, props.place)).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <LatePopover
        button={
          <button
            type="button"
            className={styles.frame}
            title={props.isResting ? t('dates.resting') : text}
            data-resting={props.isResting || undefined}
          >
            <span className={styles.label}>{props.label}</span>{' '}
            <span className={`${styles.controlText} num`} data-empty={shown === null || undefined}>
              {isLimited ? <span className={styles.chip}>{chip}</span> : chip}
            </span>
            <IconCalendar size={15} aria-hidden />
          </button>
        }
        isOpen={isOpen}
        onOpen={setOpen}
        position="bottom-start"
        withinPortal={false}
        trapFocus
        className={styles.rangePanel}
      >
        <div className={styles.presets}>
          {presets.map((preset) => (
            <button
              key={preset}
              type="button"
              aria-pressed={isPreset(preset)}
              onClick={() => choose({ preset })}
            >
              {wordOf(preset)}
            </button>
          ))}
        </div>
        <MonthGrid from={draft.from} to={draft.to} today={dayOf(businessNow())} onPick={pick} />
        <div className={styles.ends}>
          <DayInput label={t('dates.from')} day={draft.from} onDay={(from) => setDraft({ ...draft, from })} />
          <ClockSelect
            label={t('dates.fromHour')}
            offered={hours.slice(0, 24)}
            value={draft.fromHour}
            show={clockFace}
            onPick={(fromHour) => setDraft({ ...draft, fromHour })}
          />
          <DayInput label={t('dates.to')} day={draft.to} onDay={(to) => setDraft({ ...draft, to })} />
          <ClockSelect
            label={t('dates.toHour')}
            offered={hours.slice(1)}
            value={draft.toHour}
            show={clockFace}
            onPick={(toHour) => setDraft({ ...draft, toHour })}
          />
        </div>
        <div className={styles.rangeFoot}>
          <span role="status" data-wrong={mistake !== null || undefined}>
            {mistake === null ? platformZone : t(mistakeWords[mistake], { days: props.maxDays ?? 0 })}
          </span>
          <Button disabled={mistake !== null} onClick={() => choose({ days: draft })}>
            {t('buttons.apply')}
          </Button>
        </div>
      </LatePopover>
      {isLimited && presets.includes('all') && (
        <button
          type="button"
          className={styles.takeOff}
          aria-label={t('filter.remove', { name: `${props.label} ${chip}` })}
          onClick={() => choose({ preset: 'all' })}
        >
          <IconX size={12} aria-hidden />
        </button>
      )}
    </div>
  );
}

interface DayInputProps {
  readonly label: string;
  readonly day: string;
  readonly onDay: (day: string) => void;
}

function DayInput({ label, day, onDay }: DayInputProps) {
  return (
    <label>
      <span className={styles.label}>{label}</span>
      <input
        className={`${styles.control} num`}
        placeholder={datePickerFormat}
        value={day}
        onChange={(event) => onDay(event.currentTarget.value)}
      />
    </label>
  );
}
