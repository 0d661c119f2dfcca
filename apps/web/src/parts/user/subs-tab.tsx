import { subAccounts, type UserRow } from '@suanpan/contract/endpoints/users';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useWorkAndAll } from '../../kit/grid/use-work-and-all.ts';
import { ShortList } from '../../kit/short-list.tsx';
import { call } from '../../lib/api.ts';
import { useWords } from '../../lib/use-words.ts';
import { userColumns } from './columns.tsx';

const rows = 100;
const rowKey = (row: UserRow): string => row.id;

/** Who works for him. */
export function SubsTab({ user: { id } }: { user: UserRow }) {
  const t = useWords('users');
  const s = useWords('statuses');
  const { data, error, refetch } = useQuery({
    queryKey: ['user', id, 'subs'],
    queryFn: ({ signal }) => call(subAccounts, { self: id, paginate: rows }, { signal }),
  });
  const presets = useWorkAndAll<UserRow>(
    { columns: ['status', 'username', 'name', 'google2FA', 'last_login_at'], pinned: ['status'] },
    {
      columns: [
        'user_id',
        'username',
        'phone',
        'email',
        'last_login_at',
        'created_at',
        'status',
        'name',
        'google2FA',
      ],
      pinned: ['user_id'],
    },
  );
  const columns = useMemo(() => {
    const had = presets.flatMap((preset) => preset.columns);
    return userColumns({ t, s, currency: undefined }).filter((column) => had.includes(column.key));
  }, [t, s, presets]);
  return (
    <ShortList
      name="user.subs"
      title={t('drawer.subs')}
      columns={columns}
      presets={presets}
      rows={data?.items}
      rowKey={rowKey}
      fault={error}
      onRetry={() => void refetch()}
    />
  );
}
