import { subAccounts, type UserRow } from '@suanpan/contract/endpoints/users';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Fault } from '../../kit/fault.tsx';
import { call } from '../../lib/api.ts';
import { useWords } from '../../lib/use-words.ts';
import { Instant } from '../../kit/instant.tsx';
import { UserStatusTag } from './columns.tsx';
import styles from '../collection/drawer.module.css';

const rows = 100;

/** Who works for him. */
export function SubsTab({ user: { id } }: { user: UserRow }) {
  const t = useWords('users');
  const { data, error, refetch } = useQuery({
    queryKey: ['user', id, 'subs'],
    queryFn: ({ signal }) => call(subAccounts, { self: id, paginate: rows }, { signal }),
  });
  if (error) return <Fault fault={error} onRetry={() => void refetch()} />;
  if (data?.items.length === 0) return <EmptyState kind="none" />;
  return (
    <table className={styles.lines}>
      <thead>
        <tr>
          <th scope="col">{t('columns.username')}</th>
          <th scope="col">{t('columns.status')}</th>
          <th scope="col">{t('columns.lastLogin')}</th>
        </tr>
      </thead>
      <tbody>
        {data?.items.map((sub) => (
          <tr key={sub.id}>
            <td>
              {sub.name} <small>{sub.username}</small>
            </td>
            <td>
              <UserStatusTag user={sub} />
            </td>
            <td>
              <Instant at={sub.last_login_at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
