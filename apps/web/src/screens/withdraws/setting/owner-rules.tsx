import { Button } from '@mantine/core';
import {
  clearWithdrawCardUsage,
  deleteWithdrawRule,
  withdrawRules,
} from '@suanpan/contract/endpoints/withdrawal-rules';
import type { WithdrawRuleRow } from '@suanpan/contract/endpoints/withdrawal-rules';
import { display2 } from '@suanpan/money/display';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { Confirm } from '../../../kit/confirm.tsx';
import { fields as fieldsOf } from '../../../kit/filter/field-factory.ts';
import { columns as columnsOf } from '../../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../../kit/grid/grid-column.ts';
import { useWorkAndAll } from '../../../kit/grid/use-work-and-all.ts';
import { ListScreen } from '../../../kit/list-screen.tsx';
import { Money } from '../../../kit/money.tsx';
import { call } from '../../../lib/api.ts';
import { ownerNames } from '../../../lib/names.ts';
import { useMay } from '../../../lib/own-user.ts';
import { useWords } from '../../../lib/use-words.ts';
import { useToldSubmission } from '../../../parts/use-told-submission.ts';
import { limitColumns } from '../../../parts/withdrawal/limit-columns.tsx';
import { windowsToText } from '../../../parts/withdrawal/rule-texts.ts';

const RuleDialog = lazy(async () => ({ default: (await import('./rule-dialog.tsx')).RuleDialog }));
const ClearUseDialog = lazy(async () => ({
  default: (await import('../../../parts/order/clear-use-dialog.tsx')).ClearUseDialog,
}));

type E = typeof withdrawRules;
const rowKey = (row: WithdrawRuleRow): string => `${row.user.id} ${row.currency}`;
const work = [
  'user',
  'role',
  'currency',
  'version',
  'effective.min',
  'effective.max',
  'effective.daily_amount',
  'effective.card_usage_limit',
] as const;

/** Owners with the rules that hold for them, and what was set for each alone. */
export function OwnerRules({ choice }: { choice: ReactNode }) {
  const t = useWords('withdrawals');
  const may = useMay();
  const told = useToldSubmission();
  const client = useQueryClient();
  const [editing, setEditing] = useState<WithdrawRuleRow | null>(null);
  const [dropping, setDropping] = useState<WithdrawRuleRow | null>(null);
  const [isClearing, setClearing] = useState(false);
  const columns = useMemo(() => ruleColumns(t), [t]);
  const presets = useWorkAndAll<WithdrawRuleRow>(
    {
      columns: work,
      pinned: ['user'],
      leaving: ['effective.card_usage_limit'],
    },
    {
      columns: [
        ...work,
        'effective.daily_count',
        'effective.per_card_daily',
        'effective.auto_approve_max',
        'effective.window',
        'effective.settle_accounts_max',
      ],
      pinned: ['user'],
    },
  );
  const fields = useMemo(() => {
    const f = fieldsOf<E>();
    return [f.pick('user_id', t('columns.owner'), ownerNames)];
  }, [t]);
  const changed = (): Promise<void> => client.invalidateQueries({ queryKey: [withdrawRules.path] });
  return (
    <ListScreen<E>
      endpoint={withdrawRules}
      name="withdraws.setting"
      columns={columns}
      presets={presets}
      fields={fields}
      rowKey={rowKey}
      emptyText={t('states.noRules')}
      noMatch={{ text: t('states.noRules') }}
      headActions={
        <>
          {choice}
          {may('withdraws.setting.clearCardUsage') && (
            <Button size="xs" variant="default" onClick={() => setClearing(true)}>
              {t('acts.clearCardUsage')}
            </Button>
          )}
        </>
      }
      actions={(row) =>
        row.actions.map((act) =>
          act === 'delete'
            ? { key: act, label: t('acts.dropRule'), isDangerous: true, run: () => setDropping(row) }
            : { key: act, label: t('acts.setRule'), run: () => setEditing(row) },
        )
      }
    >
      <Suspense fallback={null}>
        {editing && <RuleDialog row={editing} onDone={changed} onClose={() => setEditing(null)} />}
        {isClearing && (
          <ClearUseDialog
            isOneOnly
            clear={(cardNo, { once, reason, stepUp }) =>
              call(clearWithdrawCardUsage, { card_no: cardNo, reason, ...stepUp }, once)
            }
            onClose={() => setClearing(false)}
          />
        )}
        {dropping && (
          <Confirm
            title={`${t('acts.dropRule')} · ${dropping.user.name}`}
            effect={t('rules.inherited')}
            confirmLabel={t('acts.dropRule')}
            isDangerous
            asks={['reason', 'payment_password', 'one_code']}
            act={async ({ once, reason, stepUp }) => {
              const answer = await call(
                deleteWithdrawRule,
                {
                  id: dropping.user.id,
                  currency: dropping.currency,
                  version: dropping.version,
                  reason,
                  ...stepUp,
                },
                once,
              );
              told(answer, t('states.done'), dropping.user.name);
              await changed();
            }}
            onClose={() => setDropping(null)}
          />
        )}
      </Suspense>
    </ListScreen>
  );
}

function ruleColumns(t: TFunction<'withdrawals'>): readonly GridColumn<WithdrawRuleRow>[] {
  const c = columnsOf<WithdrawRuleRow>();
  return [
    c.said('user', t('columns.owner'), ({ user }) => `${user.name} · ${user.id}`, { width: 184, card: 1 }),
    c.said('role', t('columns.role'), (row) => t(`roles.${row.role}`), {
      width: 112,
      least: 104,
      card: 1,
    }),
    c.text('currency', t('columns.currency'), { width: 72, card: 2 }),
    c.said('version', t('tabs.rules'), (row) => t(row.version > 0 ? 'rules.own' : 'rules.inherited'), {
      width: 152,
      least: 144,
      card: 2,
    }),
    ...limitColumns<WithdrawRuleRow>(t, ({ effective }) => effective, 'effective.'),
    {
      key: 'effective.auto_approve_max',
      title: t('rules.autoApproveMax'),
      width: 136,
      isFigure: true,
      holds: ({ effective }) => display2(effective.auto_approve_max),
      cell: ({ effective }) => <Money value={effective.auto_approve_max} />,
    },
    {
      key: 'effective.settle_accounts_max',
      title: t('rules.settleAccountsMax'),
      width: 96,
      isFigure: true,
      holds: ({ effective }) => String(effective.settle_accounts_max),
      cell: ({ effective }) => <span className="num">{effective.settle_accounts_max}</span>,
    },
    c.said(
      'effective.window',
      t('rules.open'),
      ({ effective }) => windowsToText(effective.window) || t('rules.always'),
      {
        width: 168,
      },
    ),
  ];
}
