import type { RouteName } from '@suanpan/domain/access/permissions';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { stringifyFlatSearch } from '../../lib/flat-search.ts';
import { useWords } from '../../lib/use-words.ts';
import type { OpenTab } from './open-tabs.ts';
import styles from './tab-strip.module.css';

interface TabStripProps {
  readonly tabs: readonly OpenTab[];
  readonly front: RouteName | null;
  readonly titleOf: (tab: OpenTab) => string;
  readonly onClose: (name: RouteName) => void;
  readonly onCloseOthers: (name: RouteName) => void;
}

/** Open pages under the top bar; the front one carries the amber edge. */
export function TabStrip({ tabs, front, titleOf, onClose, onCloseOthers }: TabStripProps) {
  const t = useWords('shell');
  const active = useRef<HTMLDivElement>(null);
  const strip = useRef<HTMLElement>(null);
  // A new page is in front before its tab is there, and where the oldest makes room for it their number stays.
  const isThere = tabs.some(({ name }) => name === front);
  useEffect(() => {
    const show = (): void => {
      // Newer browsers answer with a promise, which is no clean-up.
      active.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
    };
    show();
    // A window or a menu that grows takes its room from the strip.
    const widths = new ResizeObserver(show);
    if (strip.current) widths.observe(strip.current);
    return () => widths.disconnect();
  }, [front, isThere, tabs.length]);
  return (
    <nav ref={strip} className={styles.strip} aria-label={t('menu')}>
      {tabs.map((tab) => (
        <div
          key={tab.name}
          ref={tab.name === front ? active : null}
          className={styles.tab}
          data-front={tab.name === front || undefined}
          onAuxClick={(event) => event.button === 1 && onClose(tab.name)}
          onDoubleClick={() => onCloseOthers(tab.name)}
        >
          <a
            href={`#/wrap/${tab.name}${stringifyFlatSearch(tab.search)}`}
            aria-current={tab.name === front ? 'page' : undefined}
          >
            {titleOf(tab)}
          </a>
          {tabs.length > 1 && (
            <button
              type="button"
              aria-label={`${t('closeTab')} ${titleOf(tab)}`}
              onClick={() => onClose(tab.name)}
            >
              <IconX size={12} aria-hidden />
            </button>
          )}
        </div>
      ))}
    </nav>
  );
}
