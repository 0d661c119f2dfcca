import { deleteWithdrawFee, withdrawFees } from '@suanpan/contract/endpoints/withdrawal-rules';
import type { WithdrawFeeRow } from '@suanpan/contract/endpoints/withdrawal-rules';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Confirm } from '../../kit/confirm.tsx';
import { fields as fieldsOf } from '../../kit/filter/field-factory.ts';
import { columns as columnsOf } from '../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import { useWorkAndAll } from '../../kit/grid/use-work-and-all.ts';
import { ListScreen } from '../../kit/list-screen.tsx';
import { Money } from '../../kit/money.tsx';
import { call } from '../../lib/api.ts';
import { ownerNames } from '../../lib/names.ts';
import { textAt } from '../../lib/list-paging.ts';
import { useMay, useSelf } from '../../lib/own-user.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { useWords } from '../../lib/use-words.ts';
import { useToldSubmission } from '../../parts/use-told-submission.ts';

const FeeDialog = lazy(async () => ({ default: (await import('./fee/fee-dialog.tsx')).FeeDialog }));

type E = typeof withdrawFees;
const rowKey = (row: WithdrawFeeRow): string => row.id;
const work = ['user', 'type', 'currency', 'target_currency', 'pct', 'fixed', 'mode', 'valid_from'] as const;

/** What a withdrawal costs: of an owner, of a tree, or of a kind of owner. */
export function WithdrawalFees() {
  const t = useWords('withdrawals');
  const may = useMay();
  const { agent_id: agentId, role_name: role } = useSelf();
  const { search } = useScreenPlace();
  // A senior agent's house sees what it set itself, and not what the platform asks of its merchants.
  const isOfTree = agentId !== undefined && role !== 'subAgent';
  const told = useToldSubmission();
  const client = useQueryClient();
  const [editing, setEditing] = useState<WithdrawFeeRow | 'new' | null>(null);
  const [dropping, setDropping] = useState<WithdrawFeeRow | null>(null);
  const columns = useMemo(() => feeColumns(t), [t]);
  const presets = useWorkAndAll<WithdrawFeeRow>(
    { columns: [...work], pinned: ['user'], leaving: ['target_currency'] },
    { columns: [...work, 'platform_share'], pinned: ['user'] },
  );
  const fields = useMemo(() => {
    const f = fieldsOf<E>();
    return [f.pick('user_id', t('columns.owner'), ownerNames), f.currency(t('columns.currency'))];
  }, [t]);
  const changed = (): Promise<void> => client.invalidateQueries({ queryKey: [withdrawFees.path] });
  return (
    <ListScreen<E>
      endpoint={withdrawFees}
      name="withdraws.fee"
      columns={columns}
      presets={presets}
      fields={fields}
      rowKey={rowKey}
      emptyText={isOfTree ? t('states.noFeesOfTree') : t('states.noFees')}
      noMatch={textAt(search, 'user_id') === undefined ? undefined : { text: t('states.noOwnFee') }}
      create={
        may('withdraws.fee.create') ? { label: t('acts.addFee'), run: () => setEditing('new') } : undefined
      }
      actions={(row) =>
        row.actions.map((act) =>
          act === 'delete'
            ? { key: act, label: t('acts.deleteFee'), isDangerous: true, run: () => setDropping(row) }
            : { key: act, label: t('acts.editFee'), run: () => setEditing(row) },
        )
      }
    >
      <Suspense fallback={null}>
        {editing && (
          <FeeDialog
            row={editing === 'new' ? null : editing}
            onDone={changed}
            onClose={() => setEditing(null)}
          />
        )}
        {dropping && (
          <Confirm
            title={`${t('acts.deleteFee')} · ${whoseOf(t, dropping)}`}
            effect={`${dropping.pct}% + ${dropping.fixed} ${dropping.target_currency}`}
            confirmLabel={t('acts.deleteFee')}
            isDangerous
            asks={['reason', 'payment_password', 'one_code']}
            act={async ({ once, reason, stepUp }) => {
              const { id, version } = dropping;
              const answer = await call(deleteWithdrawFee, { id, version, reason, ...stepUp }, once);
              told(answer, t('states.done'));
              await changed();
            }}
            onClose={() => setDropping(null)}
          />
        )}
      </Suspense>
    </ListScreen>
  );
}

function whoseOf(t: TFunction<'withdrawals'>, { user, role }: WithdrawFeeRow): string {
  if (user !== null) return `${user.name} · ${user.id}`;
  return role === null ? '–' : t(`roles.${role}`);
}

function feeColumns(t: TFunction<'withdrawals'>): readonly GridColumn<WithdrawFeeRow>[] {
  const c = columnsOf<WithdrawFeeRow>();
  return [
    c.said('user', t('columns.owner'), (row) => whoseOf(t, row), { width: 184, card: 1 }),
    c.said('type', t('columns.type'), (row) => t(`types.${row.type}`), { width: 112, card: 1 }),
    c.text('currency', t('columns.currency'), { width: 80, card: 2 }),
    c.text('target_currency', t('columns.targetCurrency'), { width: 96, card: 2 }),
    c.figure('pct', t('columns.pct'), { width: 96, card: 3 }),
    c.money('fixed', t('columns.fixed'), { width: 128, isExact: true, card: 3 }),
    c.said('mode', t('columns.mode'), (row) => t(`modes.${row.mode}`), { width: 120 }),
    {
      key: 'platform_share',
      title: t('columns.platformPct'),
      width: 152,
      isFigure: true,
      holds: ({ platform_share: share }) => (share === null ? '–' : `${share.pct}% + ${share.fixed}`),
      cell: ({ platform_share: share }) =>
        share === null ? (
          '–'
        ) : (
          <>
            {share.pct}% + <Money value={share.fixed} isExact />
          </>
        ),
    },
    c.time('valid_from', t('columns.validFrom')),
  ];
}
