import { Anchor, Button } from '@mantine/core';
import { deleteWatch, watches, type Watch } from '@suanpan/contract/endpoints/watches';
import type { WatchKind } from '@suanpan/domain/exports/watch-kinds';
import { useQuery } from '@tanstack/react-query';
import { StatusTag } from '../../kit/status-tag.tsx';
import { call } from '../../lib/api.ts';
import { showInstant } from '../../lib/platform-time.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from './own-watches.module.css';
import { watchPlace } from './watch-place.ts';

const lookEveryMs = 30_000;

interface OwnWatchesProps {
  readonly kind?: WatchKind;
  /** Opens the dialog that changes one. */
  readonly onEdit: (watch: Watch) => void;
}

/** Searches of which one is told, of one list or of all: what each finds now and since when that is too much. */
export function OwnWatches({ kind, onEdit }: OwnWatchesProps) {
  const t = useWords('alerts');
  const common = useWords('common');
  const { data } = useQuery({
    queryKey: [watches.path],
    queryFn: ({ signal }) => call(watches, {}, { signal, background: true }),
    refetchInterval: lookEveryMs,
  });
  const shown = data?.items.filter((watch) => kind === undefined || watch.kind === kind) ?? [];
  const remove = async (id: string): Promise<void> => {
    await call(deleteWatch, { id });
    await queryClient.invalidateQueries({ queryKey: [watches.path] });
  };
  if (shown.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={t('watch.own')}>
      {shown.map((watch) => (
        <li key={watch.id}>
          <StatusTag {...stateOf(watch, t)} />
          <Anchor href={hrefOf(watch)}>{watch.name}</Anchor>
          <span>
            {[
              watch.found === null
                ? t('watch.unknown')
                : t('watch.finds', { found: String(watch.found), mark: String(watch.mark) }),
              watch.since !== null && t('watch.since', { time: showInstant(watch.since) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`${common('buttons.edit')} ${watch.name}`}
            onClick={() => onEdit(watch)}
          >
            {common('buttons.edit')}
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`${common('buttons.delete')} ${watch.name}`}
            onClick={() => void remove(watch.id)}
          >
            {common('buttons.delete')}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function hrefOf({ kind, search }: Watch): string {
  const { query, route } = watchPlace(kind, search);
  return `#/wrap/${route}${query}`;
}

function stateOf({ since }: Watch, t: ReturnType<typeof useWords<'alerts'>>) {
  return since === null
    ? ({ tone: 'ok', label: t('quiet') } as const)
    : ({ tone: 'fail', label: t('firing') } as const);
}
