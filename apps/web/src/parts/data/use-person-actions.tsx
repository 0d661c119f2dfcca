import type { DataRow } from '@suanpan/contract/endpoints/data-screens';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import type { GridAction } from '../../kit/grid/grid-column.ts';
import { useMay } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';

const dialogs = {
  edit: lazy(async () => ({ default: (await import('../user/edit-dialog.tsx')).EditDialog })),
  impersonate: lazy(async () => ({ default: (await import('../user/impersonate.tsx')).Impersonate })),
};
type Act = keyof typeof dialogs;
type Person = NonNullable<DataRow['customer']>;

/** What can be done with whom a row is of, as the server says in the row, and the dialog that is open. */
export function usePersonActions(personOf: (row: DataRow) => Person | undefined): {
  readonly actionsOf: (row: DataRow) => readonly GridAction[];
  /** Whether there is anybody of whom he may do any of it: a column of acts that never holds one is none. */
  readonly mayAct: boolean;
  readonly dialog: ReactNode;
} {
  const t = useWords('users');
  const may = useMay();
  const [open, setOpen] = useState<{ readonly user: Person; readonly act: Act } | null>(null);
  const actionsOf = useMemo(
    () => (row: DataRow) => {
      const user = personOf(row);
      if (user === undefined) return [];
      return (row.acts ?? []).map((act) => ({
        key: act,
        label: t(`acts.${act}`),
        run: () => setOpen({ user, act }),
      }));
    },
    [personOf, t],
  );
  const onClose = (): void => setOpen(null);
  return {
    actionsOf,
    mayAct: may('users.list.update') || may('users.list.impersonate'),
    dialog: open && (
      <Suspense fallback={null}>
        {open.act === 'edit' ? (
          <dialogs.edit user={open.user} onClose={onClose} />
        ) : (
          <dialogs.impersonate user={open.user} onClose={onClose} />
        )}
      </Suspense>
    ),
  };
}
