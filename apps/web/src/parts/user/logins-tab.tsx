import { loginOutcomes } from '@suanpan/contract/endpoints/audit';
import { userLogins } from '@suanpan/contract/endpoints/user-facets';
import type { UserRow } from '@suanpan/contract/endpoints/users';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { columns as columnsOf } from '../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import { useWorkAndAll } from '../../kit/grid/use-work-and-all.ts';
import { ShortList } from '../../kit/short-list.tsx';
import { call } from '../../lib/api.ts';
import { useMay } from '../../lib/own-user.ts';
import type { RowOf } from '../../lib/use-list.ts';
import { useWords } from '../../lib/use-words.ts';
import { Device } from './device.tsx';
import { UserSessions } from './user-sessions.tsx';

type Try = RowOf<typeof userLogins>;

const rowKey = (row: Try): string => row.id;
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
  const users = useWords('users');
  const { data, error, refetch } = useQuery({
    queryKey: ['user', id, 'logins'],
    queryFn: ({ signal }) => call(userLogins, { id, paginate: rows }, { signal }),
  });
  const columns = useMemo(() => tryColumns(t), [t]);
  const presets = useWorkAndAll<Try>(
    { columns: ['outcome', 'at', 'ip', 'user_agent'], pinned: ['outcome'] },
    { columns: ['at', 'outcome', 'ip', 'user_agent'], pinned: ['at'] },
  );
  return (
    <ShortList
      name="user.logins"
      title={users('drawer.logins')}
      columns={columns}
      presets={presets}
      rows={data?.items}
      rowKey={rowKey}
      fault={error}
      onRetry={() => void refetch()}
    />
  );
}

function tryColumns(t: TFunction<'audit'>): readonly GridColumn<Try>[] {
  const c = columnsOf<Try>();
  const cameOf = (row: Try) => {
    const outcome = loginOutcomes.find((one) => one === row.outcome);
    const isIn = outcome === 'success' || outcome === 'demo';
    return {
      tone: isIn ? 'ok' : 'attention',
      label: outcome === undefined ? row.outcome : t(`loginOutcomes.${outcome}`),
    } as const;
  };
  return [
    c.tag('outcome', t('columns.result'), cameOf, { card: 1 }),
    c.time('at', t('columns.time'), { card: 1 }),
    c.own('ip', t('columns.ip'), {
      width: 128,
      card: 2,
      holds: (row) => row.ip,
      cell: (row) => <span className="num">{row.ip}</span>,
    }),
    c.own('user_agent', t('columns.device'), {
      width: 200,
      card: 3,
      cell: (row) => <Device userAgent={row.user_agent} />,
    }),
  ];
}
