import type { subAccounts, users, UserRow } from '@suanpan/contract/endpoints/users';
import { userSorts } from '@suanpan/contract/endpoints/users';
import type { InputOf } from '@suanpan/contract/endpoint';
import type { ExportKind } from '@suanpan/domain/exports/kinds';
import type { RoleName } from '@suanpan/domain/access/roles';
import { userStatuses, type UserStatus } from '@suanpan/domain/states/user';
import { lazy, Suspense, useMemo, type ReactNode } from 'react';
import type { FilterField } from '../../kit/filter/filter-field.ts';
import { ListScreen } from '../../kit/list-screen.tsx';
import { instantsOf, readRange } from '../../lib/date-range.ts';
import type { FlatSearch } from '../../lib/flat-search.ts';
import { pagingOf, textAt, withOpen } from '../../lib/list-paging.ts';
import { nameSource } from '../../lib/names.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { useWords } from '../../lib/use-words.ts';
import { ExportButton } from '../export/export-button.tsx';
import { useUserActions } from './actions.tsx';
import { userColumns, userTotals } from './columns.tsx';

const UserDrawer = lazy(async () => ({ default: (await import('./drawer.tsx')).UserDrawer }));

type Columns = Parameters<typeof userColumns>[1];
type Common = Pick<InputOf<typeof users>, 'page' | 'paginate' | 'search' | 'status' | 'from' | 'to' | 'sort'>;

type UserExport = Extract<ExportKind, `users.${string}`>;

interface UserListProps {
  readonly name: UserExport;
  readonly endpoint: typeof users | typeof subAccounts;
  /** What this list always asks for. */
  readonly fixed: Readonly<Record<string, string>>;
  readonly columns: Columns;
  /** Kinds to choose among; fewer than two are no choice. */
  readonly roles?: readonly RoleName[];
  /** States to choose among, and what is shown while none is chosen. */
  readonly statuses: readonly UserStatus[];
  readonly shownStatuses: readonly UserStatus[];
  readonly headActions?: ReactNode;
}

const id = /^\d{1,19}$/;
const agents = nameSource('agent');

/** One list of users: its filters, its columns, what may be done with each, and the drawer that explains one. */
export function UserList(props: UserListProps) {
  const { name, endpoint, fixed, columns: shown, roles = [], statuses, shownStatuses } = props;
  const t = useWords('users');
  const { search, setSearch } = useScreenPlace();
  const columns = useMemo(() => userColumns(t, shown), [t, shown]);
  const fields = useFields(roles, statuses);
  const { actionsOf, dialog } = useUserActions();
  const opened = textAt(search, 'open');
  const open = (row: UserRow | null): void => setSearch(withOpen(search, row && row.id));
  const toInput = useMemo(
    () =>
      (place: FlatSearch, nowMs: number): InputOf<typeof users> => {
        const range = instantsOf(readRange(place, 'all'), nowMs);
        const status = userStatuses.find((one) => one === textAt(place, 'status'));
        const role = roles.find((one) => one === textAt(place, 'role_name'));
        const agent = textAt(place, 'agent_id');
        const common: Common = {
          ...pagingOf(place),
          search: textAt(place, 'search'),
          status: status ?? shownStatuses.join(','),
          from: range?.from,
          to: range?.to,
          sort: userSorts.find((sort) => sort === textAt(place, 'sort')) ?? '-created_at',
        };
        return {
          ...common,
          ...fixed,
          ...(role === undefined ? {} : { role_name: role }),
          ...(agent !== undefined && id.test(agent) ? { agent_id: agent } : {}),
        };
      },
    [fixed, roles, shownStatuses],
  );
  const hasMoney = shown.includes('money');
  return (
    <ListScreen<typeof users>
      endpoint={endpoint as typeof users}
      name={name}
      columns={columns}
      fields={fields}
      toInput={toInput}
      rowKey={(row) => row.id}
      defaultSort="-created_at"
      headActions={
        <>
          <ExportButton kind={name} endpoint={endpoint as typeof users} toInput={toInput} />
          {props.headActions}
        </>
      }
      {...(hasMoney ? { totals: (data) => userTotals(t, data.summary.by_currency) } : {})}
      onOpen={open}
      actions={actionsOf}
    >
      {opened !== undefined && id.test(opened) && (
        <Suspense fallback={null}>
          <UserDrawer id={opened} onClose={() => open(null)} />
        </Suspense>
      )}
      {dialog}
    </ListScreen>
  );
}

function useFields(roles: readonly RoleName[], statuses: readonly UserStatus[]): readonly FilterField[] {
  const t = useWords('users');
  const s = useWords('statuses');
  return useMemo<readonly FilterField[]>(
    () => [
      {
        kind: 'text',
        key: 'search',
        label: t('filters.search'),
        placeholder: t('filters.searchPlaceholder'),
      },
      ...(roles.length > 1
        ? [
            {
              kind: 'choice' as const,
              key: 'role_name',
              label: t('columns.type'),
              options: roles.map((value) => ({ value, label: s(`role.${value}`) })),
            },
          ]
        : []),
      {
        kind: 'choice',
        key: 'status',
        label: t('columns.status'),
        options: statuses.map((value) => ({ value, label: s(`user.${value}`) })),
      },
      { kind: 'dates', key: 'created', label: t('filters.registered'), fallback: 'all' },
      ...(roles.includes('customer')
        ? [
            {
              kind: 'pick' as const,
              key: 'agent_id',
              label: t('columns.agent'),
              source: agents,
              placeholder: t('filters.agentPlaceholder'),
              mistake: t('filters.agentMistake'),
            },
          ]
        : []),
    ],
    [t, s, roles, statuses],
  );
}
