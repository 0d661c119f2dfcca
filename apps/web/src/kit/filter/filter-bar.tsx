import { Button } from '@mantine/core';
import { IconChevronDown, IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { readRange } from '../../lib/date-range.ts';
import type { FlatSearch } from '../../lib/flat-search.ts';
import { useIsNarrow } from '../../lib/use-is-narrow.ts';
import { useWords } from '../../lib/use-words.ts';
import { ChoicesField } from './choices-field.tsx';
import { DateRangeField } from './date-range-field.tsx';
import { FilterChips } from './filter-chips.tsx';
import { namesOf, type FilterField } from './filter-field.ts';
import styles from './filter.module.css';

export interface FilterBarProps {
  readonly fields: readonly FilterField[];
  /** Fields that stand in the first row; the others are under "more". */
  readonly firstRow: number;
  /** The filters in force, as they stand in the address. */
  readonly value: FlatSearch;
  readonly onSubmit: (value: FlatSearch) => void;
  readonly isBusy?: boolean;
  /** How many rows the filters leave, beside the button. */
  readonly result?: string | null;
}

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

/** The form is uncontrolled: typing renders nothing; Enter or the button puts it into the address. */
export function FilterBar(props: FilterBarProps) {
  const { fields, value, onSubmit } = props;
  const t = useWords('common');
  const form = useRef<HTMLFormElement>(null);
  const firstRow = useIsNarrow() ? 1 : props.firstRow;
  const hiddenFields = fields.slice(firstRow);
  const [isOpen, setOpen] = useState(() =>
    hiddenFields.some((field) => namesOf(field).some((name) => name in value)),
  );
  const submit = (): void => {
    if (form.current) onSubmit(readForm(form.current));
  };
  // Filters may change from outside: a chip, the back button, another tab.
  useEffect(() => {
    for (const input of form.current?.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
      '[data-plain]',
    ) ?? []) {
      const next = lists(value[input.name])[0] ?? '';
      if (input.value !== next) input.value = next;
    }
  }, [value]);

  return (
    <form
      ref={form}
      className={styles.bar}
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className={styles.fields}>
        {fields.map((field, index) => (
          <div
            key={field.key}
            className={styles.field}
            data-wide={field.kind === 'dates' || undefined}
            data-text={field.kind === 'text' || undefined}
            hidden={index >= firstRow && !isOpen}
          >
            <Field field={field} value={value} onChoice={submit} />
          </div>
        ))}
        <FilterChips fields={fields} value={value} onChange={onSubmit} result={props.result ?? null} />
        <div className={styles.buttons}>
          <Button
            type="submit"
            leftSection={<IconSearch size={15} aria-hidden />}
            loading={props.isBusy ?? false}
          >
            {t('buttons.search')}
          </Button>
          <Button variant="default" onClick={() => onSubmit({})}>
            {t('buttons.reset')}
          </Button>
          {hiddenFields.length > 0 && (
            <Button
              variant="subtle"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
              rightSection={<IconChevronDown size={14} aria-hidden data-turned={isOpen || undefined} />}
            >
              {isOpen ? t('buttons.collapse') : t('buttons.expand')}
            </Button>
          )}
        </div>
      </div>
    </form>
  );
}

interface FieldProps {
  readonly field: FilterField;
  readonly value: FlatSearch;
  readonly onChoice: () => void;
}

function Field({ field, value, onChoice }: FieldProps) {
  const t = useWords('common');
  if (field.kind === 'text') {
    return (
      <label>
        <span className={styles.label}>{field.label}</span>
        <input
          className={styles.control}
          name={field.key}
          defaultValue={lists(value[field.key])[0] ?? ''}
          placeholder={field.placeholder}
          data-plain
          autoComplete="off"
          spellCheck={false}
        />
      </label>
    );
  }
  if (field.kind === 'choice') {
    return (
      <label>
        <span className={styles.label}>{field.label}</span>
        <select
          className={styles.control}
          name={field.key}
          defaultValue={lists(value[field.key])[0] ?? ''}
          data-plain
        >
          <option value="">{t('states.all')}</option>
          {field.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </label>
    );
  }
  if (field.kind === 'choices') {
    const initial = lists(value[field.key]);
    return (
      <>
        <span className={styles.label}>{field.label}</span>
        <ChoicesField
          key={initial.join()}
          name={field.key}
          label={field.label}
          options={field.options}
          initial={initial}
        />
      </>
    );
  }
  if (field.kind === 'amounts') {
    return (
      <fieldset className={styles.amounts}>
        <legend className={styles.label}>{field.label}</legend>
        {namesOf(field).map((name, index) => (
          <input
            key={name}
            name={name}
            className={styles.control}
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
  }
  const initial = readRange(value, field.fallback);
  return (
    <>
      <span className={styles.label}>{field.label}</span>
      <DateRangeField
        key={JSON.stringify(initial)}
        label={field.label}
        initial={initial}
        fallback={field.fallback}
        onChoice={onChoice}
        {...(field.maxDays === undefined ? {} : { maxDays: field.maxDays })}
        {...(field.placeholder === undefined ? {} : { placeholder: field.placeholder })}
      />
    </>
  );
}
