import { search } from '@suanpan/contract/endpoints/statistics';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { call } from '../../lib/api.ts';
import { isTyping, keysAreOn } from '../../lib/keys.ts';
import { useMenu } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from './search-box.module.css';

interface Hit {
  readonly key: string;
  readonly kind: string;
  readonly title: string;
  readonly detail: string;
  readonly href: string;
}

const shortest = 2;
const pagesShown = 5;

/** Paste anything: an order number, a merchant, a name, a page. A single hit opens on Enter. */
export function SearchBox() {
  const t = useWords('shell');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const asked = useDeferredValue(text.trim());
  const menu = useMenu();
  const { data, isFetching } = useQuery({
    queryKey: ['search', asked],
    queryFn: ({ signal }) => call(search, { q: asked }, { signal }),
    enabled: asked.length >= shortest,
    staleTime: 10_000,
  });

  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isSlash = event.key === '/' && keysAreOn() && !isTyping(event);
      const isControlK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (!isSlash && !isControlK) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);

  const kinds = {
    collection: t('searchKindCollection'),
    user: t('searchKindUser'),
    screen: t('searchKindScreen'),
  };
  const pages: Hit[] =
    asked.length === 0
      ? []
      : menu
          .flatMap((group) => group.children.map((child) => ({ ...child, group: group.title })))
          .filter((child) =>
            `${child.group} ${child.title} ${child.name}`.toLowerCase().includes(asked.toLowerCase()),
          )
          .slice(0, pagesShown)
          .map((child) => ({
            key: `page ${child.name} ${child.title}`,
            kind: kinds.screen,
            title: child.title,
            detail: child.group,
            href: `#/wrap/${child.path ?? child.name}`,
          }));
  const found: Hit[] = (data?.items ?? [])
    .filter((item) => item.kind !== 'screen')
    .map((item) => ({
      key: `${item.kind} ${item.id}`,
      kind: kinds[item.kind],
      title: item.title,
      detail: item.detail,
      href: item.path.startsWith('#') ? item.path : `#${item.path}`,
    }));
  const hits = [...found, ...pages];
  const follow = (hit: Hit | undefined): void => {
    if (!hit) return;
    location.hash = hit.href;
    setOpen(false);
    setText('');
    input.current?.blur();
  };

  return (
    <div
      className={styles.box}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
    >
      <IconSearch size={15} aria-hidden />
      <input
        ref={input}
        type="search"
        value={text}
        placeholder={t('search')}
        aria-label={t('search')}
        role="combobox"
        aria-expanded={isOpen && asked.length >= shortest}
        aria-controls={id}
        aria-activedescendant={isOpen && hits[active] ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        onFocus={() => setOpen(true)}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setActive(0);
          setOpen(true);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'ArrowDown') setActive(Math.min(hits.length - 1, active + 1));
          else if (event.key === 'ArrowUp') setActive(Math.max(0, active - 1));
          else if (event.key === 'Enter') follow(hits[active]);
          else if (event.key === 'Escape') event.currentTarget.blur();
          else return;
          event.preventDefault();
        }}
      />
      <kbd aria-hidden>/</kbd>
      {isOpen && asked.length >= shortest && (
        <ul id={id} role="listbox" className={styles.hits} aria-label={t('search')}>
          {hits.map((hit, index) => (
            <li
              key={hit.key}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              onPointerEnter={() => setActive(index)}
              onPointerDown={(event) => {
                event.preventDefault();
                follow(hit);
              }}
            >
              <small>{hit.kind}</small>
              <span>{hit.title}</span>
              <em>{hit.detail}</em>
            </li>
          ))}
          {hits.length === 0 && !isFetching && (
            <li className={styles.none} role="option" aria-selected={false} aria-disabled>
              {t('searchEmpty')}
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
