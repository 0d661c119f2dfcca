import { Button } from '@mantine/core';
import { deleteWithdrawAccount, withdrawAccounts } from '@suanpan/contract/endpoints/withdrawals';
import type { WithdrawAccountRow } from '@suanpan/contract/endpoints/withdrawals';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Confirm } from '../../kit/confirm.tsx';
import { useWorkAndAll } from '../../kit/grid/use-work-and-all.ts';
import { ListScreen } from '../../kit/list-screen.tsx';
import { call } from '../../lib/api.ts';
import { useMay } from '../../lib/own-user.ts';
import { toasts } from '../../lib/toast.ts';
import { useWords } from '../../lib/use-words.ts';
import { accountColumns, accountOf } from '../../parts/withdrawal/account-columns.tsx';

const AccountDialog = lazy(async () => ({
  default: (await import('./apply/account-dialog.tsx')).AccountDialog,
}));
const ApplyDialog = lazy(async () => ({ default: (await import('./apply/apply-dialog.tsx')).ApplyDialog }));

const rowKey = (row: WithdrawAccountRow): string => row.id;
const work = ['status', 'type', 'bank_name', 'card_no', 'account_name', 'alias', 'usable_from'] as const;

/** One's own accounts, and applying for a withdrawal to one of them. */
export function ApplyForWithdrawal() {
  const t = useWords('withdrawals');
  const may = useMay();
  const mayAdd = may('withdraws.apply.createAccount');
  const client = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const [isApplying, setApplying] = useState(false);
  const [dropping, setDropping] = useState<WithdrawAccountRow | null>(null);
  const columns = useMemo(() => accountColumns(t), [t]);
  const presets = useWorkAndAll<WithdrawAccountRow>(
    { columns: [...work], pinned: ['status'], leaving: ['alias'] },
    {
      columns: [...work, 'currency', 'branch', 'province', 'city', 'created_at'],
      pinned: ['status'],
    },
  );
  const changed = (): Promise<void> => client.invalidateQueries({ queryKey: [withdrawAccounts.path] });
  return (
    <ListScreen<typeof withdrawAccounts>
      endpoint={withdrawAccounts}
      name="withdraws.apply"
      columns={columns}
      presets={presets}
      fields={[]}
      rowKey={rowKey}
      emptyText={t('states.noAccounts')}
      headActions={
        may('withdraws.apply.create') && <Button onClick={() => setApplying(true)}>{t('acts.apply')}</Button>
      }
      create={mayAdd ? { label: t('acts.addAccount'), run: () => setAdding(true) } : undefined}
      actions={(row) =>
        row.actions.includes('delete')
          ? [
              {
                key: 'delete',
                label: t('acts.deleteAccount'),
                isDangerous: true,
                run: () => setDropping(row),
              },
            ]
          : []
      }
    >
      <Suspense fallback={null}>
        {isAdding && <AccountDialog onDone={changed} onClose={() => setAdding(false)} />}
        {isApplying && (
          <ApplyDialog
            onAdd={
              mayAdd
                ? () => {
                    setApplying(false);
                    setAdding(true);
                  }
                : undefined
            }
            onClose={() => setApplying(false)}
          />
        )}
        {dropping && (
          <Confirm
            title={t('acts.deleteAccount')}
            effect={accountOf(dropping)}
            confirmLabel={t('acts.deleteAccount')}
            isDangerous
            act={async () => {
              await call(deleteWithdrawAccount, { id: dropping.id });
              toasts.emit({ tone: 'ok', title: t('states.deleted') });
              await changed();
            }}
            onClose={() => setDropping(null)}
          />
        )}
      </Suspense>
    </ListScreen>
  );
}
