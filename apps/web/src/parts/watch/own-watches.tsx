import { Button } from '@mantine/core';
import { watches, type Watch } from '@suanpan/contract/endpoints/watches';
import type { WatchKind } from '@suanpan/domain/exports/watch-kinds';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { StatusTag } from '../../kit/status-tag.tsx';
import { call } from '../../lib/api.ts';
import { showInstant } from '../../lib/platform-time.ts';
import { useWords } from '../../lib/use-words.ts';
import { watchPlace } from './watch-place.ts';
import styles from './watch.module.css';

const lookEveryMs = 30_000;

export interface AskedOfWatch {
  readonly act: 'edit' | 'delete';
  readonly watch: Watch;
}

const acts = ['edit', 'delete'] as const;

interface OwnWatchesProps {
  readonly kind?: WatchKind;
  /** Opens the dialog that changes one, or takes it away. */
  readonly onAct: (asked: AskedOfWatch) => void;
}

/** Searches of which one is told, of one list or of all: what each finds now and since when that is too much. */
export function OwnWatches({ kind, onAct }: OwnWatchesProps) {
  const t = useWords('alerts');
  const common = useWords('common');
  const { data } = useQuery({
    queryKey: [watches.path],
    queryFn: ({ signal }) => call(watches, {}, { signal, background: true }),
    refetchInterval: lookEveryMs,
  });
  const shown = data?.items.filter((watch) => kind === undefined || watch.kind === kind) ?? [];
  const title = useId();
  if (shown.length === 0) return null;
  return (
    <div className={styles.own}>
      <h3 id={title}>{t('watch.own')}</h3>
      <ul aria-labelledby={title}>
        {shown.map((watch) => (
          <li key={watch.id}>
            <StatusTag {...stateOf(watch, t)} />
            <a href={hrefOf(watch)}>{watch.name}</a>
            <span>
              {[
                watch.found === null
                  ? t('watch.unknown')
                  : t('watch.finds', { found: String(watch.found), mark: String(watch.mark) }),
                watch.since !== null && t('watch.since', { time: showInstant(watch.since) }),
                watch.last_call !== null && t('lastCall', { outcome: watch.last_call }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <span className={styles.acts}>
              {acts.map((act) => (
                <Button
                  key={act}
                  size="xs"
                  variant="default"
                  aria-label={`${common(`buttons.${act}`)} ${watch.name}`}
                  onClick={() => onAct({ act, watch })}
                >
                  {common(`buttons.${act}`)}
                </Button>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </div>
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
