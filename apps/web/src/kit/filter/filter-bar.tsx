import { Button } from '@mantine/core';
import { IconAdjustments, IconSearch } from '@tabler/icons-react';
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { readRange } from '../../lib/date-range.ts';
import type { FlatSearch } from '../../lib/flat-search.ts';
import { useIsNarrow } from '../../lib/use-is-narrow.ts';
import { useWords } from '../../lib/use-words.ts';
import { ChoicesField } from './choices-field.tsx';
import { DateRangeField } from './date-range-field.tsx';
import { asksForNumber, namesOf, type FilterField } from './filter-field.ts';
import { PickField } from './pick-field.tsx';
import styles from './filter.module.css';

export interface FilterBarProps {
  readonly fields: readonly FilterField[];
  /** The filters in force, as they stand in the address. */
  readonly value: FlatSearch;
  readonly onSubmit: (value: FlatSearch) => void;
  readonly isBusy?: boolean;
}

/** How much room a field takes in the row at least. */
const widthOf: Readonly<Record<FilterField['kind'], number>> = {
  text: 176,
  choice: 132,
  choices: 132,
  pick: 156,
  amounts: 212,
  dates: 216,
};
const gap = 8;

const lists = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;

/** The form as flat values, without what is empty. */
function readForm(form: HTMLFormElement): FlatSearch {
  const result: FlatSearch = {};
  for (const [name, entry] of new FormData(form)) {
    const value = typeof entry === 'string' ? entry.trim() : '';
    if (value === '') continue;
    const known = result[name];
    result[name] = known === undefined ? value : [...lists(known), value];
  }
  return result;
}

/** A choice is read whole: its label and its longest words, within reason. */
const mostOfChoice = 208;
const besideChoice = 52;

/** About how wide words are set: characters of East Asia are square, others half as wide. */
function widthOfWords(words: string, size: number): number {
  return [...words].reduce((sum, one) => sum + ((one.codePointAt(0) ?? 0) > 0x2e80 ? size : size * 0.57), 0);
}

function roomOf(field: FilterField): number {
  if (field.kind !== 'choice') return widthOf[field.kind];
  const longest = Math.max(...field.options.map(({ label }) => widthOfWords(label, 13)));
  const needed = Math.ceil(besideChoice + widthOfWords(field.label, 11.5) + longest);
  return Math.min(mostOfChoice, Math.max(widthOf.choice, needed));
}

/** How many of the fields have room beside the buttons; at least one. */
function fitting(fields: readonly FilterField[], room: number): number {
  let used = 0;
  const first = fields.findIndex((field) => (used += roomOf(field) + gap) > room + gap);
  return first === -1 ? fields.length : Math.max(1, first);
}

/** What a bar had beside its buttons when one was measured last; before that, about what a window leaves it. */
let room = innerWidth - 480;

/**
 * One row that never wraps: the fields that have room, the others under "more", which lies over the table and moves
 * nothing. The form is uncontrolled: typing renders nothing; Enter or the button puts it into the address.
 */
export const FilterBar = memo(function FilterBar({ fields, value, onSubmit, isBusy }: FilterBarProps) {
  const t = useWords('common');
  const form = useRef<HTMLFormElement>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const isPhone = useIsNarrow();
  const [count, setCount] = useState(() => fitting(fields, room));
  const [isOpen, setOpen] = useState(false);
  // What is typed under "more" stays when it folds; before it was ever open only what is in force has to be in the form.
  const [wasOpened, setWasOpened] = useState(false);
  const first = isPhone ? 1 : Math.min(count, fields.length);
  const folded = fields.slice(first);
  const stands = (field: FilterField): boolean => namesOf(field).some((name) => name in value);
  /** What holds anyway is not pointed out. */
  const inForce = (field: FilterField): boolean =>
    stands(field) && !(field.kind === 'choice' && value[field.key] === field.fallback);
  const foldedInForce = folded.filter(inForce).length;

  useLayoutEffect(() => {
    const bar = form.current;
    if (!bar) return undefined;
    const measure = (): void => {
      room = bar.clientWidth - (buttons.current?.offsetWidth ?? 0) - gap;
      setCount(fitting(fields, room));
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(bar);
    return () => watch.disconnect();
  }, [fields, foldedInForce]);
  // Filters may change from outside: a view, the back button, another tab.
  useEffect(() => {
    for (const input of form.current?.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
      '[data-plain]',
    ) ?? []) {
      const next = lists(value[input.name])[0] ?? '';
      if (input.value !== next) input.value = next;
    }
  }, [value]);
  useEffect(() => {
    if (!isOpen) return undefined;
    const close = (event: Event): void => {
      const isInside = event.target instanceof Node && form.current?.contains(event.target) === true;
      if (event instanceof KeyboardEvent ? event.key === 'Escape' : !isInside) setOpen(false);
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('keydown', close);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('keydown', close);
    };
  }, [isOpen]);

  const submit = (): void => {
    if (!form.current?.reportValidity()) return;
    setOpen(false);
    onSubmit(readForm(form.current));
  };
  const draw = (field: FilterField) => (
    <div
      key={field.key}
      className={styles.field}
      style={{ flexBasis: roomOf(field) }}
      data-on={inForce(field) || undefined}
    >
      <Field field={field} fields={fields} value={value} onChoice={submit} />
    </div>
  );

  const reset = fields.some(stands) && (
    <Button variant="subtle" className={styles.button} onClick={() => onSubmit({})}>
      {t('buttons.reset')}
    </Button>
  );

  return (
    <form
      ref={form}
      className={styles.bar}
      role="search"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {fields.slice(0, first).map(draw)}
      <div className={styles.buttons} ref={buttons}>
        {folded.length > 0 && (
          <Button
            variant="default"
            className={styles.button}
            aria-expanded={isOpen}
            leftSection={<IconAdjustments size={15} aria-hidden />}
            onClick={() => {
              setOpen(!isOpen);
              setWasOpened(true);
            }}
          >
            {t('buttons.more')}
            {foldedInForce > 0 && <span className={styles.count}>{foldedInForce}</span>}
          </Button>
        )}
        <Button
          type="submit"
          className={styles.button}
          leftSection={<IconSearch size={15} aria-hidden />}
          loading={isBusy ?? false}
        >
          {t('buttons.search')}
        </Button>
        {!isPhone && reset}
      </div>
      {folded.length > 0 && (
        <div className={styles.more} hidden={!isOpen}>
          {folded.filter((field) => wasOpened || stands(field)).map(draw)}
          <Button type="submit">{t('buttons.search')}</Button>
          {isPhone && reset}
        </div>
      )}
    </form>
  );
});

interface FieldProps {
  readonly field: FilterField;
  readonly fields: readonly FilterField[];
  readonly value: FlatSearch;
  readonly onChoice: () => void;
}

function Field({ field, fields, value, onChoice }: FieldProps) {
  const t = useWords('common');
  const chosen = lists(value[field.key]);
  switch (field.kind) {
    case 'text':
      return (
        <label className={styles.frame}>
          <span className={styles.label}>{field.label}</span>
          <input
            name={field.key}
            defaultValue={chosen[0] ?? ''}
            placeholder={field.placeholder}
            data-plain
            autoComplete="off"
            spellCheck={false}
          />
        </label>
      );
    case 'choice':
      return (
        <label className={styles.frame}>
          <span className={styles.label}>{field.label}</span>
          <select name={field.key} defaultValue={chosen[0] ?? ''} data-plain>
            <option value="">{t('states.all')}</option>
            {field.options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        </label>
      );
    case 'choices':
      return (
        <ChoicesField
          key={chosen.join()}
          name={field.key}
          label={field.label}
          options={field.options}
          initial={chosen}
        />
      );
    case 'pick':
      return (
        <PickField
          key={chosen[0] ?? ''}
          name={field.key}
          label={field.label}
          source={field.source}
          initial={chosen[0] ?? ''}
          onChoice={onChoice}
          {...(field.placeholder !== undefined && { placeholder: field.placeholder })}
          {...(field.mistake !== undefined && { mistake: field.mistake })}
        />
      );
    case 'amounts':
      return (
        <fieldset className={styles.frame}>
          <legend className={styles.unseen}>{field.label}</legend>
          <span className={styles.label} aria-hidden>
            {field.label}
          </span>
          {namesOf(field).map((name, index) => (
            <input
              key={name}
              name={name}
              inputMode="decimal"
              pattern="\d{1,12}(\.\d{1,6})?"
              defaultValue={lists(value[name])[0] ?? ''}
              placeholder={index === 0 ? (field.placeholder ?? t('filter.min')) : t('filter.max')}
              aria-label={`${field.label} ${index === 0 ? t('filter.min') : t('filter.max')}`}
              data-plain
              autoComplete="off"
            />
          ))}
        </fieldset>
      );
    case 'dates': {
      const initial = readRange(value, field.fallback, field.place);
      return (
        <DateRangeField
          key={JSON.stringify(initial)}
          label={field.label}
          initial={initial}
          fallback={field.fallback}
          isResting={asksForNumber(fields, value)}
          isQueue={field.queueUnless !== undefined && !field.queueUnless.some((key) => key in value)}
          onChoice={onChoice}
          {...(field.place === undefined ? {} : { place: field.place })}
          {...(field.maxDays === undefined ? {} : { maxDays: field.maxDays })}
          {...(field.placeholder === undefined ? {} : { placeholder: field.placeholder })}
        />
      );
    }
  }
}
