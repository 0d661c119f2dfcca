import { search } from '@suanpan/contract/endpoints/statistics';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { call } from '../../lib/api.ts';
import { isTyping, keysAreOn } from '../../lib/keys.ts';
import { useSelf } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import { hrefOf } from './menu-link.tsx';
import { recentHits, rememberHit, type Hit } from './recent-hits.ts';
import { useShownMenu } from './shown-menu.ts';
import { useCommands } from './use-commands.ts';
import styles from './search-box.module.css';

const shortest = 2;
const pagesShown = 5;

/** One line of the list: it leads somewhere, or does something. */
interface Offer extends Omit<Hit, 'href'> {
  readonly follow: () => void;
}

/**
 * Paste anything: an order's number, an amount, a merchant, a name, a page, a command. A single hit opens on Enter;
 * before anything is typed stand the last things and the commands.
 */
export function SearchBox() {
  const t = useWords('shell');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  /** Enter was pressed before the answer to what is written came: the first of it is meant. */
  const [isEager, setEager] = useState(false);
  const asked = useDeferredValue(text.trim());
  const { id: userId } = useSelf();
  const { groups } = useShownMenu();
  const commands = useCommands(asked);
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
    payout: t('searchKindPayout'),
    user: t('searchKindUser'),
    screen: t('searchKindScreen'),
    command: t('searchKindCommand'),
  };
  const pages: Hit[] =
    asked.length === 0
      ? []
      : groups
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
            href: hrefOf(child),
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
  const places = asked === '' ? recentHits(userId) : [...found, ...pages];
  const hits: Offer[] = [
    ...places.map((hit) => ({
      ...hit,
      follow: () => {
        rememberHit(userId, hit);
        location.hash = hit.href;
      },
    })),
    ...commands.map(({ key, title, run }) => ({
      key: `command ${key}`,
      kind: kinds.command,
      title,
      detail: '',
      follow: run,
    })),
  ];
  const follow = (hit: Offer | undefined): void => {
    if (!hit) return;
    hit.follow();
    setOpen(false);
    setText('');
    input.current?.blur();
  };

  const isAnswered = asked === text.trim() && !isFetching;
  const followMeant = useEffectEvent(() => {
    setEager(false);
    follow(hits[active]);
  });
  useEffect(() => {
    if (isEager && isAnswered) followMeant();
  }, [isEager, isAnswered]);

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
        aria-expanded={isOpen}
        aria-controls={id}
        aria-activedescendant={isOpen && hits[active] ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        onFocus={() => {
          setActive(0);
          setOpen(true);
        }}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setEager(false);
          setActive(0);
          setOpen(true);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'ArrowDown') setActive(Math.min(hits.length - 1, active + 1));
          else if (event.key === 'ArrowUp') setActive(Math.max(0, active - 1));
          else if (event.key === 'Enter') setEager(true);
          else if (event.key === 'Escape') event.currentTarget.blur();
          else return;
          event.preventDefault();
        }}
      />
      <kbd aria-hidden>/</kbd>
      {isOpen && (
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
          {hits.length === 0 && !isFetching && asked.length >= shortest && (
            <li className={styles.none} role="option" aria-selected={false} aria-disabled>
              {t('searchEmpty')}
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
