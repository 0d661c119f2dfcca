import { loginOutcomes } from '@suanpan/contract/endpoints/audit';
import { userLogins } from '@suanpan/contract/endpoints/user-facets';
import type { UserRow } from '@suanpan/contract/endpoints/users';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Fault } from '../../kit/fault.tsx';
import { StatusTag } from '../../kit/status-tag.tsx';
import { call } from '../../lib/api.ts';
import { useMay } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import { Instant } from '../../kit/instant.tsx';
import { Device } from './device.tsx';
import { UserSessions } from './user-sessions.tsx';
import styles from '../collection/drawer.module.css';
import own from './user.module.css';

const rows = 50;

/** Where the user is signed in, for whoever may shut him out, and the latest tries to come in under his name. */
export function LoginsTab({ user: { id } }: { user: UserRow }) {
  const mayEnd = useMay()('users.list.disable');
  return (
    <>
      {mayEnd && <UserSessions userId={id} />}
      <Tries id={id} />
    </>
  );
}

function Tries({ id }: { readonly id: string }) {
  const t = useWords('audit');
  const { data, error, refetch } = useQuery({
    queryKey: ['user', id, 'logins'],
    queryFn: ({ signal }) => call(userLogins, { id, paginate: rows }, { signal }),
  });
  const users = useWords('users');
  if (error) return <Fault fault={error} onRetry={() => void refetch()} />;
  if (data?.items.length === 0) {
    return (
      <>
        <h3 className={own.caption}>{users('drawer.logins')}</h3>
        <EmptyState kind="none" />
      </>
    );
  }
  return (
    <table className={styles.lines}>
      <caption className={own.caption}>{users('drawer.logins')}</caption>
      <tbody>
        {data?.items.map((row) => {
          const outcome = loginOutcomes.find((one) => one === row.outcome);
          const isIn = outcome === 'success' || outcome === 'demo';
          return (
            <tr key={row.id}>
              <td>
                <Instant at={row.at} />
              </td>
              <td>
                <StatusTag
                  tone={isIn ? 'ok' : 'attention'}
                  label={outcome === undefined ? row.outcome : t(`loginOutcomes.${outcome}`)}
                />
              </td>
              <td className="num">{row.ip}</td>
              <td>
                <small>
                  <Device userAgent={row.user_agent} />
                </small>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
