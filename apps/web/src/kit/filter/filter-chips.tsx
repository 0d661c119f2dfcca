import { IconX } from '@tabler/icons-react';
import type { FlatSearch } from '../../lib/flat-search.ts';
import { useWords } from '../../lib/use-words.ts';
import { namesOf, type FilterField } from './filter-field.ts';
import styles from './filter.module.css';

interface FilterChipsProps {
  readonly fields: readonly FilterField[];
  readonly value: FlatSearch;
  readonly onChange: (value: FlatSearch) => void;
  readonly result: string | null;
}

const lists = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;

/** What a field says about itself while it is in force; null while it is not. */
function textOf(field: FilterField, value: FlatSearch): string | null {
  if (field.kind === 'dates') return null;
  if (field.kind === 'amounts') {
    const [min, max] = namesOf(field).map((name) => lists(value[name])[0] ?? '');
    return min || max ? `${min || '0'} – ${max || '∞'}` : null;
  }
  const chosen = lists(value[field.key]);
  if (chosen.length === 0) return null;
  if (field.kind === 'text') return chosen[0] ?? null;
  return chosen.map((one) => field.options.find((option) => option.value === one)?.label ?? one).join(', ');
}

/** The filters in force, each removable, and how much they leave. */
export function FilterChips({ fields, value, onChange, result }: FilterChipsProps) {
  const t = useWords('common');
  const active = fields.flatMap((field) => {
    const text = textOf(field, value);
    return text === null ? [] : [{ field, text }];
  });
  if (active.length === 0) return null;
  return (
    <div className={styles.chips}>
      {active.map(({ field, text }) => (
        <button
          key={field.key}
          type="button"
          className={styles.chip}
          // What is seen stands in the name too, for those who say it.
          aria-label={`${field.label} ${text}: ${t('filter.remove', { name: field.label })}`}
          onClick={() => {
            const gone = namesOf(field);
            onChange(Object.fromEntries(Object.entries(value).filter(([name]) => !gone.includes(name))));
          }}
        >
          <span>{field.label}</span> {text}
          <IconX size={12} aria-hidden />
        </button>
      ))}
      {result !== null && (
        <span className={styles.result} role="status">
          {result}
        </span>
      )}
    </div>
  );
}
