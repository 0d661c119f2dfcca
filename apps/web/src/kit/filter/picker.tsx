import type { FoundName } from '@suanpan/contract/endpoints/names';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import type { NameSource } from '../../lib/names.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from './filter.module.css';

export interface PickerProps {
  readonly label: string;
  readonly source: NameSource;
  /** The id that is in force; its name is looked up. */
  readonly initial: string;
  /** Under which the id stands in the form. */
  readonly name?: string | undefined;
  readonly id?: string;
  readonly placeholder?: string | undefined;
  /** What is said when the words name nobody. */
  readonly mistake?: string | undefined;
  readonly isFirst?: boolean | undefined;
  /** The id with every change: empty where nothing stands there, null while the words name nobody. */
  readonly onPick?: ((id: string | null) => void) | undefined;
  /** One was taken, and the form holds it. */
  readonly onChoice?: (() => void) | undefined;
}

const restMs = 200;
const isId = (text: string): boolean => /^\d{1,19}$/.test(text);
const shown = ({ name, id }: FoundName): string => `${name} · ${id}`;

/** Somebody or something picked by its name, its id beside it; whoever knows the id may type it. */
export function Picker(props: PickerProps) {
  const { initial, mistake, onPick, source } = props;
  const t = useWords('common');
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [id, setId] = useState(initial);
  const [text, setText] = useState(initial);
  const [wanted, setWanted] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  // A dialog puts the focus here by itself, and then the offer would lie over its other fields.
  const isUnasked = useRef(props.isFirst === true);
  /** What stands there without its name: what was in force, and an id that was typed, once the field is left. */
  const [bare, setBare] = useState(initial);
  const known = useQuery({
    queryKey: ['names', source.kind, 'id', bare],
    queryFn: ({ signal }) => source.find({ id: bare }, signal),
    enabled: isId(bare),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const found = useQuery({
    queryKey: ['names', source.kind, wanted],
    queryFn: ({ signal }) => source.find(wanted === '' ? {} : { search: wanted }, signal),
    enabled: isOpen,
    staleTime: 60_000,
  });
  const options = found.data ?? [];
  const [named] = known.data ?? [];
  const value = id === bare && text === bare && named ? shown(named) : text;

  useEffect(() => {
    if (!isOpen) return undefined;
    const timer = setTimeout(() => setWanted(text.trim()), restMs);
    return () => clearTimeout(timer);
  }, [text, isOpen]);
  useEffect(() => {
    if (active >= 0) document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, listId]);
  useEffect(() => {
    const isNobody = value.trim() !== '' && id === '';
    input.current?.setCustomValidity(isNobody ? (mistake ?? t('validation.choice')) : '');
  }, [value, id, mistake, t]);

  const take = (one: FoundName): void => {
    setId(one.id);
    setText(shown(one));
    setOpen(false);
    onPick?.(one.id);
    // The hidden field must hold the choice before the form is read.
    queueMicrotask(() => setTimeout(() => props.onChoice?.()));
  };
  const write = (next: string): void => {
    const typed = next.trim();
    const nextId = isId(typed) ? typed : '';
    setText(next);
    setId(nextId);
    setOpen(true);
    setActive(-1);
    onPick?.(nextId === '' && typed !== '' ? null : nextId);
  };
  const press = (event: React.KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const one = options[active];
    if (step !== 0) {
      event.preventDefault();
      setOpen(true);
      setActive(Math.max(0, Math.min(options.length - 1, active + step)));
    } else if (event.key === 'Enter' && isOpen && one) {
      event.preventDefault();
      take(one);
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      setOpen(false);
    }
  };

  return (
    <>
      {props.name !== undefined && <input type="hidden" name={props.name} value={id} />}
      <input
        ref={input}
        id={props.id}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        {...(isOpen && active >= 0 && { 'aria-activedescendant': `${listId}-${active}` })}
        value={value}
        placeholder={props.placeholder ?? t('filter.name')}
        autoComplete="off"
        spellCheck={false}
        data-autofocus={props.isFirst}
        // Escape closes the offer, and the dialog around it only the next time.
        data-mantine-stop-propagation={isOpen || undefined}
        onFocus={() => {
          setOpen(!isUnasked.current);
          setActive(-1);
          isUnasked.current = false;
        }}
        onClick={() => setOpen(true)}
        onBlur={() => {
          setOpen(false);
          if (text === id) setBare(id);
        }}
        onKeyDown={press}
        onChange={(event) => write(event.currentTarget.value)}
      />
      {isOpen && (
        <ul id={listId} role="listbox" aria-label={props.label} className={styles.options}>
          {options.map((one, index) => (
            <li
              key={one.id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              // Before the field loses its focus, and the list with it.
              onPointerDown={(event) => {
                event.preventDefault();
                take(one);
              }}
            >
              {one.name} <small className="num">{one.id}</small>
            </li>
          ))}
          {found.data?.length === 0 && <li aria-disabled>{t('table.noMatch')}</li>}
        </ul>
      )}
    </>
  );
}
