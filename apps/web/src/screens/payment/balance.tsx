import { TextInput } from '@mantine/core';
import {
  payoutBalances,
  prefundBalance,
  refreshBalance,
  updateBalance,
} from '@suanpan/contract/endpoints/payout-balances';
import type { BalanceRow } from '@suanpan/contract/endpoints/payout-balances';
import { readPositiveAmount } from '@suanpan/money/amount';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { Confirm } from '../../kit/confirm.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { columns as columnsOf } from '../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import { useWorkAndAll } from '../../kit/grid/use-work-and-all.ts';
import { ListScreen } from '../../kit/list-screen.tsx';
import type { Tone } from '../../kit/status-tag.tsx';
import { call } from '../../lib/api.ts';
import { CallFault } from '../../lib/call-fault.ts';
import { toasts } from '../../lib/toast.ts';
import { useWords } from '../../lib/use-words.ts';
import { useToldSubmission } from '../../parts/use-told-submission.ts';
import styles from '../../parts/user/dialogs.module.css';

type E = typeof payoutBalances;
const rowKey = (row: BalanceRow): string => row.id;
const tones: Readonly<Record<BalanceRow['state'], Tone>> = { ok: 'ok', low: 'attention', unknown: 'idle' };
const all = [
  'state',
  'channel_account',
  'agent',
  'currency',
  'provider',
  'low_water',
  'ledger',
  'difference',
  'checked_at',
] as const;

/** What providers hold for payouts, and from which mark on people are told and payouts go another way. */
export function PaymentBalances() {
  const t = useWords('payment');
  const client = useQueryClient();
  const [marking, setMarking] = useState<BalanceRow | null>(null);
  const [prefunding, setPrefunding] = useState<BalanceRow | null>(null);
  const columns = useMemo(() => balanceColumns(t), [t]);
  const presets = useWorkAndAll<BalanceRow>(
    { columns: [...all], pinned: ['state', 'channel_account'], leaving: ['ledger', 'difference'] },
    { columns: [...all], pinned: ['state', 'channel_account'] },
  );
  const changed = (): Promise<void> => client.invalidateQueries({ queryKey: [payoutBalances.path] });
  const refresh = async (row: BalanceRow): Promise<void> => {
    try {
      await call(refreshBalance, { id: row.id });
      toasts.emit({ tone: 'ok', title: t('balance.asked'), text: row.channel_account.name });
    } catch (cause) {
      if (!(cause instanceof CallFault)) throw cause;
      toasts.emit({ tone: 'fail', title: cause.message, text: row.channel_account.name });
    }
    await changed();
  };
  return (
    <ListScreen<E>
      endpoint={payoutBalances}
      name="payment.balance"
      columns={columns}
      presets={presets}
      fields={[]}
      rowKey={rowKey}
      emptyText={t('balance.empty')}
      actions={(row) =>
        row.actions.map((key) => ({
          key,
          label: t(`balance.acts.${key}`),
          run: () => {
            if (key === 'refresh') void refresh(row);
            else if (key === 'update') setMarking(row);
            else setPrefunding(row);
          },
        }))
      }
    >
      {marking !== null && <MarkDialog row={marking} onDone={changed} onClose={() => setMarking(null)} />}
      {prefunding !== null && (
        <PrefundDialog row={prefunding} onDone={changed} onClose={() => setPrefunding(null)} />
      )}
    </ListScreen>
  );
}

interface DialogProps {
  readonly row: BalanceRow;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

/** What the platform paid the provider in advance, by its number. A second person has to agree. */
function PrefundDialog({ row, onClose, onDone }: DialogProps) {
  const t = useWords('payment');
  const common = useWords('common');
  const told = useToldSubmission();
  const [amount, setAmount] = useState('');
  const [ref, setRef] = useState('');
  const isAmount = readPositiveAmount(amount, row.currency) !== null;
  return (
    <Confirm
      title={`${t('balance.acts.prefund')} · ${row.channel_account.name}`}
      effect={
        <div className={styles.effect}>
          <p className={styles.hint}>{t('balance.prefund.hint')}</p>
          <TextInput
            label={`${t('balance.prefund.amount')} (${row.currency})`}
            value={amount}
            onChange={(event) => setAmount(event.currentTarget.value.trim())}
            error={amount !== '' && !isAmount ? common('validation.amount') : undefined}
            inputMode="decimal"
            autoComplete="off"
            required
            data-autofocus
          />
          <TextInput
            label={t('balance.prefund.ref')}
            value={ref}
            onChange={(event) => setRef(event.currentTarget.value)}
            maxLength={128}
            autoComplete="off"
            required
          />
        </div>
      }
      confirmLabel={t('balance.acts.prefund')}
      isReady={isAmount && ref.trim() !== ''}
      asks={['reason', 'payment_password', 'one_code']}
      act={async ({ once, reason, stepUp }) => {
        const answer = await call(
          prefundBalance,
          { id: row.id, amount, transfer_ref: ref.trim(), reason, ...stepUp },
          once,
        );
        told(answer, t('balance.prefund.done'), row.channel_account.name);
        await onDone();
      }}
      onClose={onClose}
    />
  );
}

function MarkDialog({ row, onClose, onDone }: DialogProps) {
  const t = useWords('payment');
  const common = useWords('common');
  const [mark, setMark] = useState(row.low_water?.replace(/\.?0+$/, '') ?? '');
  return (
    <FormDialog
      title={`${t('balance.acts.update')} · ${row.channel_account.name}`}
      submitLabel={common('buttons.save')}
      hint={t('balance.markHint')}
      act={async () => {
        const wanted = mark.trim() === '' ? null : mark.trim();
        await call(updateBalance, { id: row.id, low_water: wanted, version: row.version });
        toasts.emit({ tone: 'ok', title: t('balance.saved'), text: row.channel_account.name });
        await onDone();
      }}
      onClose={onClose}
    >
      {(errorOf) => (
        <TextInput
          label={`${t('balance.columns.mark')} (${row.currency})`}
          value={mark}
          onChange={(event) => setMark(event.currentTarget.value.replace(/[^\d.]/g, ''))}
          error={errorOf('low_water')}
          inputMode="decimal"
          autoComplete="off"
          data-autofocus
        />
      )}
    </FormDialog>
  );
}

function balanceColumns(t: TFunction<'payment'>): readonly GridColumn<BalanceRow>[] {
  const c = columnsOf<BalanceRow>();
  // A merchant is told whether his payouts are paid, and never what lies there.
  const ofTheHouse = { width: 132, isExact: true, whose: 'merchant' } as const;
  return [
    c.tag(
      'state',
      t('balance.columns.state'),
      ({ state }) => ({ tone: tones[state], label: t(`balance.states.${state}`) }),
      { card: 1 },
    ),
    c.said('channel_account', t('balance.columns.account'), (row) => row.channel_account.name, {
      width: 168,
      card: 1,
    }),
    c.said('agent', t('balance.columns.agent'), (row) => row.agent?.name ?? '–', {
      width: 128,
      card: 3,
      whose: 'agent',
    }),
    c.text('currency', t('balance.columns.currency'), { width: 72 }),
    c.money('provider', t('balance.columns.provider'), { ...ofTheHouse, card: 2 }),
    c.money('low_water', t('balance.columns.mark'), { ...ofTheHouse, card: 3 }),
    c.money('ledger', t('balance.columns.ledger'), ofTheHouse),
    c.money('difference', t('balance.columns.difference'), ofTheHouse),
    c.time('checked_at', t('balance.columns.checkedAt')),
  ];
}
