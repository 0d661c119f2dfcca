import { verifyWithdrawAccount, waitingWithdrawAccounts } from '@suanpan/contract/endpoints/withdrawals';
import type { WithdrawAccountRow } from '@suanpan/contract/endpoints/withdrawals';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { Confirm } from '../../../kit/confirm.tsx';
import { fields as fieldsOf } from '../../../kit/filter/field-factory.ts';
import { useWorkAndAll } from '../../../kit/grid/use-work-and-all.ts';
import { ListScreen } from '../../../kit/list-screen.tsx';
import { call } from '../../../lib/api.ts';
import { ownerNames } from '../../../lib/names.ts';
import { useWords } from '../../../lib/use-words.ts';
import { useToldSubmission } from '../../../parts/use-told-submission.ts';
import styles from '../../../parts/user/dialogs.module.css';
import { accountColumns, accountOf } from '../../../parts/withdrawal/account-columns.tsx';

type E = typeof waitingWithdrawAccounts;
const rowKey = (row: WithdrawAccountRow): string => row.id;
const work = ['status', 'owner', 'type', 'bank_name', 'card_no', 'account_name', 'usable_from'] as const;

/** The accounts of one's tree, those that rest first: the platform lets them in, or keeps them out. */
export function OwnerAccounts({ choice }: { choice: ReactNode }) {
  const t = useWords('withdrawals');
  const told = useToldSubmission();
  const client = useQueryClient();
  const [judging, setJudging] = useState<{
    readonly row: WithdrawAccountRow;
    readonly act: 'verify' | 'refuse';
  } | null>(null);
  const columns = useMemo(() => accountColumns(t), [t]);
  const presets = useWorkAndAll<WithdrawAccountRow>(
    { columns: [...work], pinned: ['status'], leaving: ['account_name'] },
    { columns: [...work, 'currency', 'branch', 'province', 'city', 'created_at'], pinned: ['status'] },
  );
  const fields = useMemo(() => [fieldsOf<E>().pick('owner_id', t('columns.owner'), ownerNames)], [t]);
  const changed = (): Promise<void> => client.invalidateQueries({ queryKey: [waitingWithdrawAccounts.path] });
  return (
    <ListScreen<E>
      endpoint={waitingWithdrawAccounts}
      name="withdraws.setting.accounts"
      columns={columns}
      presets={presets}
      fields={fields}
      rowKey={rowKey}
      emptyText={t('states.noAccounts')}
      headActions={choice}
      actions={(row) =>
        row.actions.flatMap((act) =>
          act === 'delete'
            ? []
            : [
                {
                  key: act,
                  label: t(`acts.${act}`),
                  isDangerous: act === 'refuse',
                  run: () => setJudging({ row, act }),
                },
              ],
        )
      }
    >
      {judging && (
        <Confirm
          title={`${t(`acts.${judging.act}`)} · ${judging.row.owner.name}`}
          effect={
            <div className={styles.effect}>
              <p className={styles.hint}>{t(`hints.${judging.act}`)}</p>
              <p>{accountOf(judging.row)}</p>
            </div>
          }
          confirmLabel={t(`acts.${judging.act}`)}
          isDangerous={judging.act === 'refuse'}
          asks={['reason', 'payment_password', 'one_code']}
          act={async ({ once, reason, stepUp }) => {
            const answer = await call(
              verifyWithdrawAccount,
              { id: judging.row.id, accept: judging.act === 'verify', reason, ...stepUp },
              once,
            );
            told(answer, t('states.done'), judging.row.owner.name);
            await changed();
          }}
          onClose={() => setJudging(null)}
        />
      )}
    </ListScreen>
  );
}
