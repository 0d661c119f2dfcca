import { Button } from '@mantine/core';
import type { WatchKind } from '@suanpan/domain/exports/watch-kinds';
import { exportedList } from '@suanpan/domain/exports/kinds';
import { IconBell } from '@tabler/icons-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { FilterField } from '../../kit/filter/filter-field.ts';
import { toldSearch } from '../../kit/filter/told-search.ts';
import { rangeNames } from '../../lib/date-range.ts';
import type { FlatSearch } from '../../lib/flat-search.ts';
import { filtersOf } from '../../lib/list-paging.ts';
import { withoutPrivate } from '../../lib/private-search.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { impersonatedId } from '../../lib/session.ts';
import { useWords } from '../../lib/use-words.ts';

// Fetched when it is opened: the list is shown without.
const WatchDialog = lazy(async () => ({ default: (await import('./watch-dialog.tsx')).WatchDialog }));

interface WatchOffer {
  /** At the end of the menu of saved views. */
  readonly offer: (close: () => void) => ReactNode;
  readonly dialog: ReactNode;
}

/**
 * To be told when the search of this list finds more than one likes; its dates go, since it is asked again and again. What a list leaves
 * out by itself where nothing is asked for stands in `assumed`, so that the same is counted, and found where one is led to.
 */
export function useWatchOffer(
  kind: WatchKind,
  fields: readonly FilterField[],
  toInput: (search: FlatSearch, nowMs: number) => object,
  assumed: FlatSearch = {},
): WatchOffer {
  const { search } = useScreenPlace();
  const [asked, setAsked] = useState<{ readonly search: FlatSearch; readonly filter: object } | null>(null);
  const ask = (): void => {
    const kept = { ...assumed, ...without(withoutPrivate(filtersOf(search)), rangeKeys) };
    // Of the answer only what is no date counts, so any moment will do.
    const question = toInput(kept, 0);
    setAsked({ search: kept, filter: without(question, [...pagingKeys, ...datesOf(kind)]) });
  };
  return {
    // Whoever acts for another has no watches there.
    offer: (close) =>
      impersonatedId === null && (
        <Suspense fallback={null}>
          <OfferButton
            onClick={() => {
              close();
              ask();
            }}
          />
        </Suspense>
      ),
    dialog: asked && (
      <Suspense fallback={null}>
        <WatchDialog
          kind={kind}
          told={toldSearch(fields, asked.search)}
          {...asked}
          onClose={() => setAsked(null)}
        />
      </Suspense>
    ),
  };
}

/** Its words are fetched when the menu is opened. */
function OfferButton({ onClick }: { readonly onClick: () => void }) {
  const t = useWords('alerts');
  return (
    <Button
      variant="subtle"
      size="xs"
      px={6}
      justify="flex-start"
      leftSection={<IconBell size={15} aria-hidden />}
      onClick={onClick}
    >
      {t('watch.offer')}
    </Button>
  );
}

const pagingKeys = ['page', 'paginate', 'sort', 'cursor', 'split'];
const rangeKeys = [...rangeNames(undefined), ...rangeNames('completed')];
const datesOf = (kind: WatchKind): readonly string[] => (exportedList(kind).spans ?? []).flat();

function without<T extends object>(all: T, names: readonly string[]): T {
  const rest = Object.entries(all).filter(
    ([name, value]) => value !== undefined && value !== '' && !names.includes(name),
  );
  return Object.fromEntries(rest) as T;
}
