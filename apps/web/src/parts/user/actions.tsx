import type { UserRow } from '@suanpan/contract/endpoints/users';
import type { UserAct } from '@suanpan/domain/access/user-acts';
import { lazy, Suspense, useMemo, useState, type ComponentType, type ReactNode } from 'react';
import type { GridAction } from '../../kit/grid/grid-column.ts';
import { useWords } from '../../lib/use-words.ts';
import type { UserDialogProps } from './user-dialog.ts';

/** The dialog of each act, fetched when it is first asked for. An act without a line is not offered. */
const dialogs = {
  edit: lazy(async () => ({ default: (await import('./edit-dialog.tsx')).EditDialog })),
  access: lazy(async () => ({ default: (await import('./access-dialog.tsx')).AccessDialog })),
  impersonate: lazy(async () => ({ default: (await import('./impersonate.tsx')).Impersonate })),
  createSub: lazy(async () => ({ default: (await import('./create-sub-dialog.tsx')).CreateSubDialog })),
  bind: lazy(async () => ({ default: (await import('./bind-dialog.tsx')).BindDialog })),
  bindMiddleman: lazy(async () => ({ default: (await import('./bind-dialog.tsx')).BindDialog })),
  password: lazy(async () => ({ default: (await import('./link-dialog.tsx')).LinkDialog })),
  paymentPassword: lazy(async () => ({ default: (await import('./confirm-dialogs.tsx')).PlainDialog })),
  ipAllowlist: lazy(async () => ({ default: (await import('./ip-dialog.tsx')).IpDialog })),
  changeAgent: lazy(async () => ({ default: (await import('./confirm-dialogs.tsx')).AgentDialog })),
  editSettleable: lazy(async () => ({ default: (await import('./money-dialog.tsx')).MoneyDialog })),
  editFrozen: lazy(async () => ({ default: (await import('./freeze-dialog.tsx')).FreezeDialog })),
  resetTwoFactor: lazy(async () => ({ default: (await import('./confirm-dialogs.tsx')).TwoFactorDialog })),
  confirmPerson: lazy(async () => ({ default: (await import('./confirm-dialogs.tsx')).PersonDialog })),
  enable: lazy(async () => ({ default: (await import('./confirm-dialogs.tsx')).PlainDialog })),
  activate: lazy(async () => ({ default: (await import('./confirm-dialogs.tsx')).PlainDialog })),
  disable: lazy(async () => ({ default: (await import('./confirm-dialogs.tsx')).PlainDialog })),
  archive: lazy(async () => ({ default: (await import('./confirm-dialogs.tsx')).PlainDialog })),
  remove: lazy(async () => ({ default: (await import('./confirm-dialogs.tsx')).PlainDialog })),
} satisfies Partial<Record<UserAct, ComponentType<UserDialogProps>>>;

type KnownAct = keyof typeof dialogs;

const dangerous: readonly UserAct[] = ['resetTwoFactor', 'disable', 'archive', 'remove', 'changeAgent'];
const isKnown = (act: UserAct): act is KnownAct => act in dialogs;

export interface UserActions {
  /** What can be done with a user here; which of it is allowed now, the server says in the row. */
  readonly actionsOf: (user: UserRow) => readonly GridAction[];
  /** The dialog that is open, if any. */
  readonly dialog: ReactNode;
}

export function useUserActions(): UserActions {
  const t = useWords('users');
  const [open, setOpen] = useState<{ readonly user: UserRow; readonly act: KnownAct } | null>(null);
  const actionsOf = useMemo(
    () => (user: UserRow) =>
      user.actions.filter(isKnown).map((act) => ({
        key: act,
        label: t(`acts.${act}`),
        isDangerous: dangerous.includes(act),
        run: () => setOpen({ user, act }),
      })),
    [t],
  );
  const Dialog: ComponentType<UserDialogProps> | null = open === null ? null : dialogs[open.act];
  return {
    actionsOf,
    dialog: Dialog && open && (
      <Suspense fallback={null}>
        <Dialog key={`${open.act} ${open.user.id}`} {...open} onClose={() => setOpen(null)} />
      </Suspense>
    ),
  };
}
