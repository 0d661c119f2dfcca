import type { Endpoint } from '@suanpan/contract/endpoint';
import { displayCount } from '@suanpan/money/display';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from './export.module.css';

interface Counted {
  readonly items: readonly unknown[];
  readonly total?: number | null;
  readonly total_estimate?: number;
}

/** How many rows the file will have, as the list itself counts them. */
export function RowEstimate({
  endpoint,
  question,
}: {
  readonly endpoint: Endpoint;
  /** Null while the question makes no sense. */
  readonly question: Readonly<Record<string, unknown>> | null;
}) {
  const t = useWords('exports');
  const query = useQuery({
    queryKey: ['export estimate', endpoint.path, question],
    queryFn: ({ signal }) => call(endpoint, { ...question }, { signal }) as Promise<Counted>,
    enabled: question !== null,
    placeholderData: keepPreviousData,
  });
  return (
    <p className={styles.estimate} aria-live="polite">
      {words()}
    </p>
  );

  function words(): string {
    if (query.isError) return t('dialog.notCounted');
    if (query.data === undefined || query.isPlaceholderData) return t('dialog.counting');
    const { items, total, total_estimate: estimate } = query.data;
    const count = total ?? estimate ?? items.length;
    return count === 0 ? t('dialog.empty') : t('dialog.estimate', { count: displayCount(count) });
  }
}
