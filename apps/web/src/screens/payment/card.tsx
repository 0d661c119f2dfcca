import { clearCard, deletePayerCard, searchPayoutCards } from '@suanpan/contract/endpoints/payout-cards';
import type { CardRow } from '@suanpan/contract/endpoints/payout-cards';
import { display2, displayCount } from '@suanpan/money/display';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useMemo, useState } from 'react';
import { fields as fieldsOf, inputOf } from '../../kit/filter/field-factory.ts';
import { columns as columnsOf } from '../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import { useWorkAndAll } from '../../kit/grid/use-work-and-all.ts';
import { ListScreen } from '../../kit/list-screen.tsx';
import type { CurrencySums } from '../../kit/list-sums.tsx';
import { Money } from '../../kit/money.tsx';
import { call } from '../../lib/api.ts';
import { textAt } from '../../lib/list-paging.ts';
import { useMay } from '../../lib/own-user.ts';
import { merchantNames, payoutChannelNames } from '../../lib/names.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { toasts } from '../../lib/toast.ts';
import { useWords } from '../../lib/use-words.ts';
import { ExportButton } from '../../parts/export/export-button.tsx';
import { pageSum } from '../../parts/page-sum.ts';
import styles from '../../parts/withdrawal/limit-columns.module.css';

// Fetched when it is opened: most come to look.
const Confirm = lazy(async () => ({ default: (await import('../../kit/confirm.tsx')).Confirm }));
const PayerCardDialog = lazy(async () => ({
  default: (await import('./card/payer-card-dialog.tsx')).PayerCardDialog,
}));

type E = typeof searchPayoutCards;
type Act = CardRow['actions'][number] | 'create';
const rowKey = (row: CardRow): string => row.id;
/** A card that was looked for is not kept with an export. */
const searchedFor = ['card_no'] as const;
const work = [
  'enabled',
  'card',
  'account_name',
  'bank_name',
  'customer',
  'count',
  'limit_count',
  'amount',
  'limit_amount',
  'last_at',
] as const;

/**
 * How accounts of payees were used on a day, or the cards from which channels pay, against the limits that hold; clearing counts
 * them anew.
 */
export function PaymentCards() {
  const t = useWords('payment');
  const errors = useWords('errors');
  const client = useQueryClient();
  const { search } = useScreenPlace();
  const may = useMay();
  const [asked, setAsked] = useState<{ readonly act: Act; readonly row: CardRow | null } | null>(null);
  const isPayers = textAt(search, 'kind') === 'payer';
  const changed = (): Promise<void> => client.invalidateQueries({ queryKey: [searchPayoutCards.path] });
  const close = (): void => setAsked(null);
  const columns = useMemo(() => cardColumns(t), [t]);
  const presets = useWorkAndAll<CardRow>(
    { columns: [...work], pinned: ['enabled', 'card'], leaving: ['bank_name', 'limit_amount'] },
    { columns: [...work, 'currency', 'channel', 'day', 'cleared_at'], pinned: ['enabled', 'card'] },
  );
  const fields = useMemo(() => {
    const f = fieldsOf<E>();
    return [
      f.choice(
        'kind',
        t('card.kind'),
        { payee: t('card.kinds.payee'), payer: t('card.kinds.payer') },
        'payee',
      ),
      f.number('card_no', t('card.search'), { placeholder: t('card.searchHint') }),
      f.pick('customer_id', t('card.columns.customer'), merchantNames),
      f.pick('channel_id', t('card.columns.channel'), payoutChannelNames),
      f.text('day', t('card.day'), { placeholder: t('card.dayHint') }),
    ];
  }, [t]);
  const toInput = useMemo(() => inputOf(searchPayoutCards, fields), [fields]);
  return (
    <ListScreen<E>
      endpoint={searchPayoutCards}
      name="payment.card"
      columns={columns}
      presets={presets}
      fields={fields}
      toInput={toInput}
      rowKey={rowKey}
      emptyText={isPayers ? t('card.payer.none') : t('card.empty')}
      create={
        isPayers && may('payment.card.create')
          ? { label: t('card.payer.add'), run: () => setAsked({ act: 'create', row: null }) }
          : undefined
      }
      noMatch={textAt(search, 'card_no') === undefined ? undefined : { text: errors('noCardNumberFound') }}
      headActions={
        <ExportButton
          kind="payment.card"
          endpoint={searchPayoutCards}
          toInput={toInput}
          without={searchedFor}
        />
      }
      sums={({ items, summary }) =>
        summary.by_currency.map(({ amount, count, currency, uses }): CurrencySums => {
          const rows = items.filter((row) => row.currency === currency);
          const line = (many: number, times: number, sum: string) => ({
            count: many,
            figures: [
              { label: t('card.uses'), value: <span className="num">{times}</span> },
              { label: t('card.columns.amount'), value: <Money value={sum} /> },
            ],
          });
          return {
            currency,
            filter: line(count, uses, amount),
            page: line(
              rows.length,
              rows.reduce((total, row) => total + row.count, 0),
              pageSum(rows, 'amount', currency),
            ),
          };
        })
      }
      actions={(row) =>
        row.actions.map((act) => ({
          key: act,
          label:
            act === 'clearCardUsage'
              ? t('setting.clear')
              : t(`card.payer.${act === 'update' ? 'edit' : 'remove'}`),
          isDangerous: act !== 'update',
          run: () => setAsked({ act, row }),
        }))
      }
    >
      <Suspense fallback={null}>
        {asked?.act === 'clearCardUsage' && asked.row !== null && (
          <ClearDialog row={asked.row} onDone={changed} onClose={close} />
        )}
        {(asked?.act === 'create' || asked?.act === 'update') && (
          <PayerCardDialog row={asked.row} onDone={changed} onClose={close} />
        )}
        {asked?.act === 'delete' && asked.row !== null && (
          <RemoveDialog row={asked.row} onDone={changed} onClose={close} />
        )}
      </Suspense>
    </ListScreen>
  );
}

interface CardDialogProps {
  readonly row: CardRow;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

function ClearDialog({ row, onDone, onClose }: CardDialogProps) {
  const t = useWords('payment');
  return (
    <Confirm
      title={`${t('setting.clear')} · ${row.card}`}
      effect={<p>{t('card.clearOf', { card: row.card })}</p>}
      confirmLabel={t('setting.clear')}
      isDangerous
      asks={['reason', 'payment_password', 'one_code']}
      act={async ({ once, reason, stepUp }) => {
        const { cleared } = await call(clearCard, { id: row.id, kind: row.kind, reason, ...stepUp }, once);
        toasts.emit({ tone: 'ok', title: t('setting.cleared', { count: cleared }) });
        await onDone();
      }}
      onClose={onClose}
    />
  );
}

function RemoveDialog({ row, onDone, onClose }: CardDialogProps) {
  const t = useWords('payment');
  return (
    <Confirm
      title={`${t('card.payer.remove')} · ${row.card}`}
      effect={<p>{t('card.payer.removeHint')}</p>}
      confirmLabel={t('card.payer.remove')}
      isDangerous
      act={async () => {
        await call(deletePayerCard, { id: row.id });
        toasts.emit({ tone: 'ok', title: t('card.payer.removed'), text: row.card });
        await onDone();
      }}
      onClose={onClose}
    />
  );
}

function cardColumns(t: TFunction<'payment'>): readonly GridColumn<CardRow>[] {
  const c = columnsOf<CardRow>();
  const none = t('card.columns.noLimit');
  /** 0 is no limit, and says so. */
  const limit = (mostOf: (row: CardRow) => string | null) => ({
    holds: (row: CardRow) => mostOf(row) ?? none,
    cell: (row: CardRow) => {
      const most = mostOf(row);
      return most === null ? (
        <span className={styles.none}>{none}</span>
      ) : (
        <span className="num">{most}</span>
      );
    },
  });
  return [
    c.tag(
      'enabled',
      t('card.columns.enabled'),
      ({ enabled, is_on: isOn }) => {
        if (!isOn) return { tone: 'idle', label: t('card.payer.isOff') };
        return enabled ? { tone: 'ok', label: t('card.open') } : { tone: 'fail', label: t('card.reached') };
      },
      { card: 1 },
    ),
    c.copy('card', t('card.columns.card'), { width: 144, card: 1 }),
    c.text('account_name', t('card.columns.payee'), { width: 110, card: 2 }),
    c.text('bank_name', t('card.columns.bank'), { width: 130 }),
    c.whose('merchant', 'customer', t('card.columns.customer'), ({ customer }) => customer, {
      width: 130,
      card: 2,
    }),
    c.count('count', t('card.columns.count'), { card: 3 }),
    c.own('limit_count', t('card.columns.limitCount'), {
      width: 88,
      isFigure: true,
      ...limit(({ limit_count: most }) => (most === 0 ? null : displayCount(most))),
    }),
    c.money('amount', t('card.columns.amount'), {
      width: 124,
      unit: (row) => row.currency,
      card: 3,
    }),
    c.own('limit_amount', t('card.columns.limitAmount'), {
      width: 116,
      isFigure: true,
      ...limit(({ limit_amount: most }) => (/[1-9]/.test(most) ? display2(most) : null)),
    }),
    c.time('last_at', t('card.columns.lastAt')),
    c.text('currency', t('card.columns.currency'), { width: 64 }),
    c.text('channel', t('card.columns.channel'), { width: 112 }),
    c.text('day', t('card.columns.day'), { width: 96 }),
    c.time('cleared_at', t('card.columns.clearedAt')),
  ];
}
