import type { OutputOf } from '@suanpan/contract/endpoint';
import { search } from '@suanpan/contract/endpoints/statistics';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { call } from '../../lib/api.ts';
import { isTyping, keysAreOn } from '../../lib/keys.ts';
import { useMenu, useSelf } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import { hrefOf } from './menu-link.tsx';
import { recentHits, rememberHit, type RecentHit } from './recent-hits.ts';
import { useCommands } from './use-commands.ts';
import styles from './search-box.module.css';

const shortest = 2;
const pagesShown = 5;

/** One line of the list: it leads somewhere, or does something. */
interface Offer {
  readonly key: string;
  readonly kind: string;
  readonly title: string;
  readonly detail: string;
  readonly follow: () => void;
}
interface Hit extends Omit<Offer, 'follow'> {
  readonly href: string;
  readonly kept: RecentHit;
}

/**
 * Paste anything: an order's number, an amount, a merchant, a name, a channel, a page, a command. A single hit opens on Enter;
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
  const groups = useMenu();
  const commands = useCommands(asked);
  const recent = recentHits(userId);
  const known = recent.filter((hit) => hit.kind !== 'screen');
  const isRecent = asked === '';
  const { data, isFetching } = useQuery({
    queryKey: ['search', asked, isRecent ? known : null],
    queryFn: ({ signal }) => call(search, isRecent ? { known } : { q: asked }, { signal }),
    enabled: isRecent ? isOpen && known.length > 0 : asked.length >= shortest,
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
    withdrawal: t('searchKindWithdrawal'),
    user: t('searchKindUser'),
    channel: t('searchKindChannel'),
    screen: t('searchKindScreen'),
    command: t('searchKindCommand'),
  };
  const pages: Hit[] = groups.flatMap((group) =>
    group.children.map((child) => ({
      key: `page ${child.name} ${child.title}`,
      kind: kinds.screen,
      title: child.title,
      detail: group.title,
      href: hrefOf(child),
      kept: { kind: 'screen', id: child.name },
    })),
  );
  const told: Hit[] = (data?.items ?? []).flatMap((item) => hitOf(item, kinds));
  const wanted = asked.toLowerCase();
  const places = isRecent
    ? recent.flatMap(
        ({ kind, id }) => [...told, ...pages].find(({ kept }) => kept.kind === kind && kept.id === id) ?? [],
      )
    : [
        ...told,
        ...pages
          .filter(({ detail, title, kept }) => `${detail} ${title} ${kept.id}`.toLowerCase().includes(wanted))
          .slice(0, pagesShown),
      ];
  const hits: Offer[] = [
    ...places.map((hit) => ({
      ...hit,
      follow: () => {
        rememberHit(userId, hit.kept);
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
          {hits.length === 0 && !isFetching && !isRecent && (
            <li className={styles.none} role="option" aria-selected={false} aria-disabled>
              {t(asked.length < shortest ? 'searchShort' : 'searchEmpty')}
            </li>
          )}
        </ul>
      )}
    </div>
  );
}

type Found = OutputOf<typeof search>['items'][number];

/** Screens are found in the menu, where the way to them stands. */
function hitOf(
  { kind, id, title, detail, path }: Found,
  kinds: Readonly<Record<Found['kind'], string>>,
): Hit[] {
  if (kind === 'screen') return [];
  const href = path.startsWith('#') ? path : `#${path}`;
  return [{ key: `${kind} ${id}`, kind: kinds[kind], title, detail, href, kept: { kind, id } }];
}
