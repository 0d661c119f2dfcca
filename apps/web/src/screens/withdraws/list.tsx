import {
  releaseWithdrawal,
  searchWithdrawals,
  takeWithdrawal,
} from '@suanpan/contract/endpoints/withdrawals';
import type { WithdrawalAct, WithdrawalRow } from '@suanpan/contract/endpoints/withdrawals';
import { withdrawalStatuses } from '@suanpan/domain/states/withdrawal';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { AutoRefreshControl } from '../../kit/auto-refresh-control.tsx';
import type { BulkAct } from '../../kit/bulk-bar.tsx';
import { fields as fieldsOf, inputOf, wordsOf } from '../../kit/filter/field-factory.ts';
import { columns as columnsOf } from '../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import { workAndAll } from '../../kit/grid/work-and-all.ts';
import { ListFrame } from '../../kit/list-frame.tsx';
import type { Tone } from '../../kit/status-tag.tsx';
import { call } from '../../lib/api.ts';
import { isDialogOpen } from '../../lib/keys.ts';
import { ownerNames } from '../../lib/names.ts';
import { useAutoRefresh } from '../../lib/use-auto-refresh.ts';
import { useScreenList } from '../../lib/use-screen-list.ts';
import { useWords } from '../../lib/use-words.ts';
import { currencySums, sumsOfRows } from '../../parts/currency-sums.tsx';
import { ExportButton } from '../../parts/export/export-button.tsx';

// Fetched with the first act: most come to look.
const ActDialog = lazy(async () => ({ default: (await import('./list/act-dialog.tsx')).ActDialog }));

type E = typeof searchWithdrawals;
const tones: Readonly<Record<WithdrawalRow['status'], Tone>> = {
  pending: 'wait',
  processing: 'wait',
  paid: 'ok',
  rejected: 'fail',
  cancelled: 'idle',
  reversed: 'fail',
};
const dangerous: ReadonlySet<WithdrawalAct> = new Set(['reject', 'reverse', 'cancel', 'update']);
/** What needs no proof, and is taken back as easily. */
const together = { take: takeWithdrawal, release: releaseWithdrawal } as const;
const nameOf = (row: WithdrawalRow): string => row.no;
const isPaid = (row: WithdrawalRow): boolean => row.status === 'paid';
const rowKey = (row: WithdrawalRow): string => row.id;
/** Nothing is found: the specification answers that with a code, and the list stands there empty. */
const nothing = {
  items: [],
  page: 1,
  paginate: 20,
  total: 0,
  next_cursor: null,
  summary: { by_currency: [] },
};
const notFound = 404;

/** Withdrawals: what waits, who has it in hand, and for whoever may, what is to be decided. Kept fresh every 30 seconds. */
export function WithdrawalList() {
  const t = useWords('withdrawals');
  const common = useWords('common');
  const client = useQueryClient();
  const [chosen, setChosen] = useState<{ readonly row: WithdrawalRow; readonly act: WithdrawalAct } | null>(
    null,
  );
  const columns = useMemo(() => withdrawalColumns(t), [t]);
  const presets = useMemo(
    () =>
      workAndAll<WithdrawalRow>(
        common,
        {
          columns: [
            'status',
            'no',
            'owner',
            'amount',
            'target_amount',
            'bank_name',
            'card_no',
            'created_at',
            'operator',
          ],
          pinned: ['status', 'no'],
          leaving: ['operator', 'target_amount'],
        },
        {
          columns: [
            'no',
            'amount',
            'bank_name',
            'branch',
            'status',
            'third_party_no',
            'remarks',
            'owner',
            'fee',
            'target_amount',
            'rate',
            'account_name',
            'card_no',
            'applicant',
            'operator',
            'decision_reason',
            'created_at',
            'completed_at',
          ],
          pinned: ['no'],
        },
      ),
    [common],
  );
  const fields = useMemo(() => {
    const f = fieldsOf<E>();
    return [
      f.number('no', t('columns.no')),
      f.choices(
        'status',
        t('columns.status'),
        wordsOf(withdrawalStatuses, (status) => t(`status.${status}`)),
      ),
      f.amounts('amount', t('columns.amount')),
      f.currency(t('columns.currency')),
      f.pick('owner', t('columns.owner'), ownerNames),
      f.number('third_party_no', t('columns.thirdPartyNo')),
      f.dates('created', t('fields.range'), {
        fallback: 'all',
        queueUnless: ['no', 'third_party_no', 'owner', 'status'],
      }),
    ];
  }, [t]);
  const toInput = useMemo(() => inputOf(searchWithdrawals, fields), [fields]);
  const asked = useScreenList(searchWithdrawals, toInput);
  const list = asked.fault?.code === notFound ? { ...asked, fault: null, data: nothing } : asked;
  const isMenuOpen = useRef(false);
  const refresh = useAutoRefresh(asked.refresh, () => isMenuOpen.current || isDialogOpen());
  const changed = (): Promise<void> => client.invalidateQueries({ queryKey: [searchWithdrawals.path] });
  const bulk = useMemo(
    () =>
      (['take', 'release'] as const).map((act): BulkAct<WithdrawalRow> => ({
        key: act,
        label: t(`acts.${act}`),
        allows: (row) => row.actions.includes(act),
        effect: () => t(`hints.${act}`),
        run: async (row, idempotencyKey) => {
          await call(together[act], { id: row.id }, { idempotencyKey });
          void client.invalidateQueries({ queryKey: [searchWithdrawals.path] });
        },
      })),
    [t, client],
  );
  return (
    <ListFrame<E>
      list={list}
      name="withdraws.list"
      columns={columns}
      presets={presets}
      fields={fields}
      rowKey={rowKey}
      emptyText={t('states.empty')}
      noMatch={{ text: t('states.empty') }}
      headActions={<ExportButton kind="withdraws.list" endpoint={searchWithdrawals} toInput={toInput} />}
      toolbar={<AutoRefreshControl engine={refresh} />}
      sums={(shown) =>
        currencySums(shown, [
          { label: t('columns.amount'), sum: 'amount', row: 'amount' },
          { label: t('columns.paid'), sum: 'paid_amount', row: 'amount', among: isPaid },
        ])
      }
      bulk={{ nameOf, sum: (rows) => sumsOfRows(rows, 'amount'), acts: bulk }}
      actions={(row) =>
        row.actions.map((act) => ({
          key: act,
          label: t(`acts.${act}`),
          isDangerous: dangerous.has(act),
          run: () => setChosen({ row, act }),
        }))
      }
      grid={{ onMenu: (isOpen) => (isMenuOpen.current = isOpen) }}
    >
      <Suspense fallback={null}>
        {chosen && <ActDialog {...chosen} onDone={changed} onClose={() => setChosen(null)} />}
      </Suspense>
    </ListFrame>
  );
}

function withdrawalColumns(t: TFunction<'withdrawals'>): readonly GridColumn<WithdrawalRow>[] {
  const c = columnsOf<WithdrawalRow>();
  return [
    c.tag(
      'status',
      t('columns.status'),
      ({ status, is_cooling }) => ({
        tone: tones[status],
        label: t(`status.${status}`),
        hint: is_cooling ? t('hints.cooling') : undefined,
      }),
      { card: 1 },
    ),
    c.copy('no', t('columns.no'), { width: 120, card: 1 }),
    c.said('owner', t('columns.owner'), ({ owner }) => `${owner.name} · ${owner.id}`, {
      width: 144,
      card: 2,
    }),
    c.money('amount', t('columns.amount'), {
      width: 128,
      unit: (row) => row.currency,
      card: 2,
    }),
    c.money('target_amount', t('columns.arrives'), {
      width: 136,
      unit: (row) => row.target_currency,
      card: 3,
    }),
    c.money('fee', t('columns.fee'), { width: 112, isExact: true, unit: (row) => row.target_currency }),
    c.figure('rate', t('columns.rate'), { width: 80 }),
    c.said('bank_name', t('columns.bank'), (row) => row.bank_name ?? row.network ?? '–', {
      width: 144,
      card: 3,
    }),
    c.text('branch', t('columns.branch'), { width: 96 }),
    c.text('card_no', t('columns.cardNo'), { width: 152 }),
    c.text('account_name', t('columns.accountName'), { width: 112 }),
    c.text('third_party_no', t('columns.thirdPartyNo'), { width: 136 }),
    c.text('remarks', t('columns.remarks'), { width: 144 }),
    c.text('operator', t('columns.operator'), { width: 96 }),
    c.text('applicant', t('columns.applicant'), { width: 96 }),
    c.text('decision_reason', t('columns.decisionReason'), { width: 144 }),
    c.time('created_at', t('columns.createdAt'), { card: 1 }),
    c.time('completed_at', t('columns.completedAt')),
  ];
}
