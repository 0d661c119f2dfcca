import type { AccessUser } from '@suanpan/contract/endpoints/access';
import { isRoleName, roleNames } from '@suanpan/domain/access/roles';
import { lazy, Suspense, useMemo, type ReactNode } from 'react';
import type { FilterField } from '../../kit/filter/filter-field.ts';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import { ListFrame } from '../../kit/list-frame.tsx';
import { StatusTag, type Tone } from '../../kit/status-tag.tsx';
import type { FlatSearch } from '../../lib/flat-search.ts';
import { pagingOf, textAt, withOpen } from '../../lib/list-paging.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { useScreenList } from '../../lib/use-screen-list.ts';
import { useWords } from '../../lib/use-words.ts';
import { accessCalls, type AccessReach } from './access-calls.ts';

const AccessDrawer = lazy(async () => ({
  default: (await import('./access-drawer.tsx')).AccessDrawer,
}));

const tones: Readonly<Record<AccessUser['status'], Tone>> = {
  pending: 'attention',
  active: 'ok',
  disabled: 'fail',
  archived: 'idle',
};
const rowKey = (row: AccessUser): string => row.id;
const toInput = (search: FlatSearch) => {
  const role = textAt(search, 'role_name');
  return {
    ...pagingOf(search),
    search: textAt(search, 'search'),
    ...(isRoleName(role) && { role_name: role }),
  };
};

interface AccessListProps {
  readonly reach: AccessReach;
  /** Stands at the right of the title. */
  readonly actions?: ReactNode;
}

/** Users with where their rights come from; opening one shows and changes them. */
export function AccessList({ reach, actions }: AccessListProps) {
  const t = useWords('roles');
  const statuses = useWords('statuses');
  const { search, setSearch } = useScreenPlace();
  const list = useScreenList(accessCalls[reach].list, toInput);
  const columns = useColumns();
  const fields = useMemo<readonly FilterField[]>(
    () => [
      { kind: 'text', key: 'search', label: t('access.search') },
      {
        kind: 'choice',
        key: 'role_name',
        label: t('manager.kind'),
        options: roleNames.map((role) => ({ value: role, label: statuses(`role.${role}`) })),
      },
    ],
    [t, statuses],
  );
  const open = (id: string | null): void => setSearch(withOpen(search, id));
  const opened = textAt(search, 'open');
  return (
    <ListFrame
      list={list}
      name={reach === 'subs' ? 'subAuthority' : 'authority'}
      columns={columns}
      fields={reach === 'subs' ? fields.slice(0, 1) : fields}
      rowKey={rowKey}
      headActions={actions}
      onOpen={(row) => open(row.id)}
    >
      {opened !== undefined && (
        <Suspense fallback={null}>
          <AccessDrawer
            key={opened}
            reach={reach}
            id={opened}
            onClose={() => open(null)}
            onSaved={list.reload}
          />
        </Suspense>
      )}
    </ListFrame>
  );
}

function useColumns(): readonly GridColumn<AccessUser>[] {
  const t = useWords('roles');
  const statuses = useWords('statuses');
  return useMemo(
    () => [
      { key: 'name', title: t('manager.name'), width: 170, card: 'head', cell: (row) => row.name },
      {
        key: 'status',
        title: t('manager.status'),
        width: 120,
        card: 'head',
        cell: (row) => <StatusTag tone={tones[row.status]} label={statuses(`user.${row.status}`)} />,
      },
      {
        key: 'username',
        title: t('manager.username'),
        width: 176,
        card: 'line',
        cell: (row) => <span className="mono">{row.username}</span>,
      },
      {
        key: 'role_name',
        title: t('manager.kind'),
        width: 160,
        card: 'line',
        cell: (row) => statuses(`role.${row.role_name}`),
      },
      {
        key: 'source',
        title: t('access.source'),
        width: 180,
        card: 'line',
        cell: (row) => row.role?.name ?? t(`access.sources.${row.source}`),
      },
      {
        key: 'owner',
        title: t('role.owner'),
        width: 180,
        card: 'line',
        cell: (row) => row.owner?.name ?? '–',
      },
      {
        key: 'id',
        title: 'ID',
        width: 100,
        isFigure: true,
        cell: (row) => <span className="num">{row.id}</span>,
      },
    ],
    [t, statuses],
  );
}
