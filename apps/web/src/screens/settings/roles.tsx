import { roles, type RoleRow } from '@suanpan/contract/endpoints/roles';
import { lazy, Suspense, useMemo, useState } from 'react';
import { fields as fieldsOf, inputOf } from '../../kit/filter/field-factory.ts';
import type { GridAction } from '../../kit/grid/grid-column.ts';
import { ListFrame } from '../../kit/list-frame.tsx';
import { textAt } from '../../lib/list-paging.ts';
import { useMay } from '../../lib/own-user.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { useScreenList } from '../../lib/use-screen-list.ts';
import { useWords } from '../../lib/use-words.ts';
import { roleColumns, rolePresets } from './roles/columns.tsx';

const RoleDrawer = lazy(async () => ({ default: (await import('./roles/role-drawer.tsx')).RoleDrawer }));
const DeleteRole = lazy(async () => ({ default: (await import('./roles/delete-role.tsx')).DeleteRole }));

/** Opened in place of a role: a new one, or with a role behind the dot a new one that starts from it. */
const newRole = 'new';
const rowKey = (row: RoleRow): string => row.role_id;

/** Roles: who may do what, in sets that have a name. */
export function Roles() {
  const t = useWords('roles');
  const common = useWords('common');
  const { open, search } = useScreenPlace();
  const may = useMay();
  const fields = useMemo(() => [fieldsOf<typeof roles>().text('search', t('role.name'))], [t]);
  const toInput = useMemo(() => inputOf(roles, fields), [fields]);
  const list = useScreenList(roles, toInput);
  const columns = useMemo(() => roleColumns(t), [t]);
  const presets = useMemo(() => rolePresets(common), [common]);
  const [doomed, setDoomed] = useState<RoleRow | null>(null);
  const mayCreate = may('settings.roles.create');
  const actionsOf = (row: RoleRow): readonly GridAction[] => [
    ...(mayCreate
      ? [{ key: 'copy', label: t('role.startFrom'), run: () => open(`${newRole}.${row.role_id}`) }]
      : []),
    ...(row.actions.includes('delete')
      ? [
          {
            key: 'delete',
            label: t('role.remove'),
            isDangerous: true,
            ...(row.users > 0 && { disabledBecause: t('role.inUse', { count: row.users }) }),
            run: () => setDoomed(row),
          },
        ]
      : []),
  ];
  const opened = textAt(search, 'open');
  const [id, from] = opened?.split('.') ?? [];
  return (
    <ListFrame
      list={list}
      name="settings.roles"
      columns={columns}
      presets={presets}
      fields={fields}
      rowKey={rowKey}
      create={mayCreate ? { label: t('role.create'), run: () => open(newRole) } : undefined}
      onOpen={(row) => open(row.role_id)}
      actions={actionsOf}
    >
      <Suspense fallback={null}>
        {id !== undefined && (
          <RoleDrawer
            key={opened}
            id={id === newRole ? null : id}
            from={from}
            others={list.data?.items ?? []}
            onClose={() => open(null)}
            onSaved={list.reload}
          />
        )}
        {doomed && <DeleteRole role={doomed} onClose={() => setDoomed(null)} onDone={list.reload} />}
      </Suspense>
    </ListFrame>
  );
}
