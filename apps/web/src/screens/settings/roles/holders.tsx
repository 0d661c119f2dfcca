import type { OutputOf } from '@suanpan/contract/endpoint';
import type { getRole } from '@suanpan/contract/endpoints/roles';
import { useMemo } from 'react';
import { columns as columnsOf } from '../../../kit/grid/column-factory.tsx';
import { useWorkAndAll } from '../../../kit/grid/use-work-and-all.ts';
import { ShortList } from '../../../kit/short-list.tsx';
import { useWords } from '../../../lib/use-words.ts';
import { userTones } from '../../../parts/user/status.tsx';

export type Holder = OutputOf<typeof getRole>['holders'][number];

const rowKey = (row: Holder): string => row.id;
const shown = ['status', 'username', 'name', 'role_name'] as const;

/** Who has a role. */
export function Holders({ holders }: { holders: readonly Holder[] }) {
  const t = useWords('roles');
  const statuses = useWords('statuses');
  const columns = useMemo(() => {
    const c = columnsOf<Holder>();
    const status = (row: Holder) => ({
      tone: userTones[row.status],
      label: statuses(`user.${row.status}`),
    });
    return [
      c.tag('status', t('manager.status'), status, { width: 92, card: 1 }),
      c.copy('username', t('manager.username'), { width: 160, card: 1 }),
      c.name('name', t('manager.name'), 'id', { width: 160, card: 2 }),
      c.said('role_name', t('manager.kind'), (row) => statuses(`role.${row.role_name}`), {
        width: 160,
        card: 2,
      }),
      c.copy('id', t('manager.id'), { width: 92, least: 80 }),
    ];
  }, [t, statuses]);
  const presets = useWorkAndAll<Holder>(
    { columns: shown, pinned: ['status'] },
    { columns: ['id', ...shown], pinned: ['id'] },
  );
  return (
    <ShortList
      name="role.holders"
      title={t('role.holders')}
      columns={columns}
      presets={presets}
      rows={holders}
      rowKey={rowKey}
      emptyText={t('role.noHolders')}
    />
  );
}
