import { userChangelogs } from '@suanpan/contract/endpoints/user-facets';
import type { UserRow } from '@suanpan/contract/endpoints/users';
import type { AccountKind } from '@suanpan/domain/accounts';
import type { JournalEvent } from '@suanpan/domain/journals/journal-events';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Fault } from '../../kit/fault.tsx';
import { Money } from '../../kit/money.tsx';
import { call } from '../../lib/api.ts';
import { useMay } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import { Instant } from '../../kit/instant.tsx';
import styles from '../collection/drawer.module.css';

const rows = 30;

/** The latest changes of his balances, with the way to all of them. */
export function TurnoverTab({ user: { id } }: { user: UserRow }) {
  const t = useWords('users');
  const s = useWords('statuses');
  const may = useMay();
  const { data, error, refetch } = useQuery({
    queryKey: ['user', id, 'changelogs'],
    queryFn: ({ signal }) => call(userChangelogs, { id, paginate: rows }, { signal }),
  });
  if (error) return <Fault fault={error} onRetry={() => void refetch()} />;
  if (data?.items.length === 0) return <EmptyState kind="none" />;
  return (
    <>
      <table className={styles.lines}>
        <tbody>
          {data?.items.map((row) => (
            <tr key={row.id}>
              <td>
                <Instant at={row.created_at} />
              </td>
              <td>
                {s(`journal.${row.event as JournalEvent}`)}{' '}
                <small>{s(`account.${row.account as AccountKind}`)}</small>
              </td>
              <td data-figure>
                <Money value={row.change} isExact isChange />
              </td>
              <td data-figure>
                <Money value={row.after} isExact />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {may('accounting.changelogs.get') && (
        <a href={`#/wrap/accounting.changelogs?owner_id=${id}`}>{t('drawer.allTurnover')}</a>
      )}
    </>
  );
}
