import type { searchSubAccounts, UserRow } from '@suanpan/contract/endpoints/users';
import { searchUsers, userSorts } from '@suanpan/contract/endpoints/users';
import type { InputOf } from '@suanpan/contract/endpoint';
import { lazy, Suspense, useMemo } from 'react';
import { inputOf } from '../../kit/filter/field-factory.ts';
import { ListFrame } from '../../kit/list-frame.tsx';
import type { FlatSearch } from '../../lib/flat-search.ts';
import { textAt } from '../../lib/list-paging.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { useScreenList } from '../../lib/use-screen-list.ts';
import { useMay } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import { ExportButton } from '../export/export-button.tsx';
import { useUserActions } from './actions.tsx';
import { userColumns } from './columns.tsx';
import { userFields, type UserScope } from './fields.ts';
import { hasMoney, userPresets, type UserListName } from './presets.ts';
import { userSums } from './sums.tsx';

const UserDrawer = lazy(async () => ({ default: (await import('./drawer.tsx')).UserDrawer }));

interface UserListProps {
  readonly name: UserListName;
  /** Made once, outside of the screen. */
  readonly scope: UserScope;
  /** Where the rows come from, if they are not all of one's tree, and what this list always asks for there. */
  readonly endpoint?: typeof searchUsers | typeof searchSubAccounts;
  readonly fixed?: Readonly<Record<string, string>>;
  readonly emptyText?: string;
  readonly create?: { readonly label: string; readonly run: () => void } | undefined;
}

const id = /^\d{1,19}$/;
const rowKey = (row: UserRow): string => row.id;

/** One list of users: its filters, its columns, what may be done with each, and the drawer that explains one. */
export function UserList(props: UserListProps) {
  const { name, scope, fixed } = props;
  const t = useWords('users');
  const s = useWords('statuses');
  const common = useWords('common');
  const { open, search } = useScreenPlace();
  // Both calls answer the same rows, and what the one takes besides is fixed.
  const endpoint = (props.endpoint ?? searchUsers) as typeof searchUsers;

  const seesGenerals = useMay()('index.general.get');
  const fields = useMemo(() => userFields({ t, s }, scope, seesGenerals), [t, s, scope, seesGenerals]);
  const toInput = useMemo(() => {
    const ask = inputOf(searchUsers, fields, userSorts);
    return (place: FlatSearch, nowMs: number): InputOf<typeof searchUsers> => ({
      ...ask(place, nowMs),
      ...fixed,
    });
  }, [fields, fixed]);
  const list = useScreenList(endpoint, toInput);
  const currencies = list.data?.summary.by_currency.map((sum) => sum.currency) ?? [];
  const currency = currencies.length === 1 ? currencies[0] : undefined;
  const presets = useMemo(() => userPresets(common, name), [common, name]);
  const columns = useMemo(() => {
    const had = presets.flatMap((preset) => preset.columns);
    return userColumns({ t, s, currency }).filter((column) => had.includes(column.key));
  }, [t, s, currency, presets]);

  const { actionsOf, dialog } = useUserActions();
  const opened = textAt(search, 'open');
  return (
    <ListFrame<typeof searchUsers>
      list={list}
      name={name}
      columns={columns}
      presets={presets}
      fields={fields}
      rowKey={rowKey}
      defaultSort="-created_at"
      sortNote={currencies.length > 1 ? t('byCurrency') : undefined}
      {...(props.emptyText !== undefined && { emptyText: props.emptyText })}
      headActions={<ExportButton kind={name} endpoint={endpoint} toInput={toInput} />}
      create={props.create}
      {...(hasMoney(name) && { sums: (data) => userSums(t, data) })}
      onOpen={(row) => open(row.id)}
      actions={actionsOf}
    >
      {opened !== undefined && id.test(opened) && (
        <Suspense fallback={null}>
          <UserDrawer id={opened} onClose={() => open(null)} />
        </Suspense>
      )}
      {dialog}
    </ListFrame>
  );
}
