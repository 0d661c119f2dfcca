import {
  deleteManager,
  managerLink,
  searchManagers,
  type ManagerRow,
} from '@suanpan/contract/endpoints/roles';
import { lazy, Suspense, useMemo, useState } from 'react';
import { inputOf } from '../../kit/filter/field-factory.ts';
import type { GridAction } from '../../kit/grid/grid-column.ts';
import { ListFrame } from '../../kit/list-frame.tsx';
import { call } from '../../lib/api.ts';
import { useMay } from '../../lib/own-user.ts';
import { toasts } from '../../lib/toast.ts';
import { useScreenList } from '../../lib/use-screen-list.ts';
import { useWords } from '../../lib/use-words.ts';
import { managerColumns, managerPresets } from './manager/columns.tsx';
import { managerFields } from './manager/fields.ts';
import type { IssuedLink } from './manager/link-dialog.tsx';

const Confirm = lazy(async () => ({ default: (await import('../../kit/confirm.tsx')).Confirm }));
const ManagerDialog = lazy(async () => ({
  default: (await import('./manager/manager-dialog.tsx')).ManagerDialog,
}));
const LinkDialog = lazy(async () => ({ default: (await import('./manager/link-dialog.tsx')).LinkDialog }));

type Opened =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit' | 'archive' | 'askLink'; readonly row: ManagerRow }
  | { readonly kind: 'link'; readonly link: IssuedLink };

const rowKey = (row: ManagerRow): string => row.id;

/** The people of the platform, or of a senior agent's office: made, reached, given a role, let go. */
export function Managers() {
  const t = useWords('roles');
  const statuses = useWords('statuses');
  const common = useWords('common');
  const may = useMay();
  const fields = useMemo(() => managerFields(t, statuses), [t, statuses]);
  const toInput = useMemo(() => inputOf(searchManagers, fields), [fields]);
  const list = useScreenList(searchManagers, toInput);
  const [opened, setOpened] = useState<Opened | null>(null);
  const columns = useMemo(() => managerColumns(t, statuses), [t, statuses]);
  const presets = useMemo(() => managerPresets(common), [common]);
  const kinds = list.data?.summary.kinds ?? [];
  const access = kinds.includes('staffSub') ? 'subAuthority' : 'authority';
  const actionsOf = (row: ManagerRow): readonly GridAction[] => [
    ...(row.actions.includes('update')
      ? [{ key: 'edit', label: t('manager.edit'), run: () => setOpened({ kind: 'edit', row }) }]
      : []),
    ...(may(`${access}.get`) && row.actions.includes('update')
      ? [
          {
            key: 'access',
            label: t('role.tabPermissions'),
            run: () => (location.hash = `#/wrap/${access}?open=${row.id}`),
          },
        ]
      : []),
    ...(row.actions.includes('link')
      ? [{ key: 'link', label: t('manager.link'), run: () => setOpened({ kind: 'askLink', row }) }]
      : []),
    ...(row.actions.includes('delete')
      ? [
          {
            key: 'archive',
            label: t('manager.archive'),
            isDangerous: true,
            run: () => setOpened({ kind: 'archive', row }),
          },
        ]
      : []),
  ];
  return (
    <ListFrame
      list={list}
      name="settings.manager"
      columns={columns}
      presets={presets}
      fields={fields}
      rowKey={rowKey}
      create={
        kinds.length > 0
          ? { label: t('manager.create'), run: () => setOpened({ kind: 'create' }) }
          : undefined
      }
      actions={actionsOf}
    >
      <Suspense fallback={null}>
        {(opened?.kind === 'create' || opened?.kind === 'edit') && (
          <ManagerDialog
            row={opened.kind === 'edit' ? opened.row : null}
            kinds={kinds}
            onClose={() => setOpened(null)}
            onSaved={list.reload}
          />
        )}
        {opened?.kind === 'link' && <LinkDialog link={opened.link} onClose={() => setOpened(null)} />}
        {opened?.kind === 'askLink' && (
          <Confirm
            title={t('manager.link')}
            effect={t('manager.linkHint', { name: opened.row.name })}
            confirmLabel={t('manager.link')}
            act={async () => {
              const { row } = opened;
              const issued = await call(managerLink, { id: row.id });
              setOpened({
                kind: 'link',
                link: { name: row.name, code: issued.code, expiresAt: issued.expires_at },
              });
            }}
            onClose={() => setOpened((now) => (now?.kind === 'askLink' ? null : now))}
          />
        )}
        {opened?.kind === 'archive' && (
          <Confirm
            title={t('manager.archive')}
            effect={t('manager.archiveEffect', { name: opened.row.name })}
            confirmLabel={t('manager.archive')}
            isDangerous
            typed={opened.row.username}
            act={async () => {
              await call(deleteManager, { id: opened.row.id });
              toasts.emit({ tone: 'ok', title: t('manager.archived'), text: opened.row.name });
              list.reload();
            }}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
    </ListFrame>
  );
}
