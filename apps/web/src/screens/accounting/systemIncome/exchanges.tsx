import { houseExchanges } from '@suanpan/contract/endpoints/income';
import type { HouseTrade } from '@suanpan/contract/endpoints/income';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { fields as fieldsOf, inputOf, wordsOf } from '../../../kit/filter/field-factory.ts';
import { columns as columnsOf } from '../../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../../kit/grid/grid-column.ts';
import { useWorkAndAll } from '../../../kit/grid/use-work-and-all.ts';
import { ListFrame } from '../../../kit/list-frame.tsx';
import type { CurrencySums } from '../../../kit/list-sums.tsx';
import { Money } from '../../../kit/money.tsx';
import { useMay } from '../../../lib/own-user.ts';
import { useScreenList } from '../../../lib/use-screen-list.ts';
import { useWords } from '../../../lib/use-words.ts';
import { ExportButton } from '../../../parts/export/export-button.tsx';
import { pageSum } from '../../../parts/page-sum.ts';
import type { Position } from './exchange-dialog.tsx';

// Fetched when it is opened: most come to look.
const ExchangeDialog = lazy(async () => ({
  default: (await import('./exchange-dialog.tsx')).ExchangeDialog,
}));

type E = typeof houseExchanges;
const currencies = ['TWD', 'CNY', 'USD', 'USDT'] as const;
const work = [
  'at',
  'side',
  'base_amount',
  'quote_amount',
  'rate',
  'result',
  'held_after',
  'counterparty',
] as const;
const people = ['operator', 'checker', 'reason'] as const;
const isOpen = ({ held }: Position): boolean => /[1-9]/.test(held);
const rowKey = (row: HouseTrade): string => row.id;

/** What the house bought and sold for itself, and what it still holds or owes of each pair. */
export function HouseExchanges({ choice }: { readonly choice: ReactNode }) {
  const t = useWords('income');
  const may = useMay();
  const client = useQueryClient();
  const [isExchanging, setExchanging] = useState(false);
  const columns = useMemo(() => tradeColumns(t), [t]);
  const presets = useWorkAndAll<HouseTrade>(
    { columns: [...work, 'checker'], pinned: ['at'], leaving: ['checker'] },
    { columns: [...work, 'held_before', ...people, 'journal_id'], pinned: ['at'] },
  );
  const fields = useMemo(() => {
    const f = fieldsOf<E>();
    return [
      f.dates('created', t('filters.range'), { fallback: 'all' }),
      f.text('counterparty', t('filters.counterparty')),
      f.choice(
        'currency',
        t('columns.currency'),
        wordsOf(currencies, (one) => one),
      ),
    ];
  }, [t]);
  const toInput = useMemo(() => inputOf(houseExchanges, fields), [fields]);
  const list = useScreenList(houseExchanges, toInput);
  const positions = list.data?.summary.positions ?? [];
  return (
    <ListFrame<E>
      list={list}
      name="accounting.systemIncome.exchanges"
      columns={columns}
      presets={presets}
      fields={fields}
      rowKey={rowKey}
      emptyText={t('states.noExchanges')}
      headActions={
        <>
          {choice}
          <ExportButton
            kind="accounting.systemIncome.exchanges"
            endpoint={houseExchanges}
            toInput={toInput}
          />
        </>
      }
      toolbar={positions.filter(isOpen).map(({ base, held, quote, rate }) => (
        <span key={`${base} ${quote}`}>
          {t(held.startsWith('-') ? 'states.owed' : 'states.held')}{' '}
          <Money value={held.replace('-', '')} currency={base} isExact />
          {rate !== null && ` × ${rate} ${quote}`}
        </span>
      ))}
      create={
        may('accounting.systemIncome.exchange') && positions.length > 0
          ? { label: t('acts.exchange'), run: () => setExchanging(true) }
          : undefined
      }
      sums={({ items, summary }) =>
        summary.by_currency.map(({ count, currency, result }): CurrencySums => {
          const rows = items.filter((row) => row.quote === currency);
          const line = (many: number, value: string) => ({
            count: many,
            figures: [{ label: t('columns.result'), value: <Money value={value} isExact /> }],
          });
          return {
            currency,
            filter: line(count, result),
            page: line(rows.length, pageSum(rows, 'result', currency)),
          };
        })
      }
    >
      <Suspense fallback={null}>
        {isExchanging && (
          <ExchangeDialog
            positions={positions}
            onDone={() => client.invalidateQueries({ queryKey: [houseExchanges.path] })}
            onClose={() => setExchanging(false)}
          />
        )}
      </Suspense>
    </ListFrame>
  );
}

function tradeColumns(t: TFunction<'income'>): readonly GridColumn<HouseTrade>[] {
  const c = columnsOf<HouseTrade>();
  const inBase = { isExact: true, unit: (row: HouseTrade) => row.base } as const;
  const inQuote = { isExact: true, unit: (row: HouseTrade) => row.quote } as const;
  return [
    c.time('at', t('columns.time'), { card: 1 }),
    c.said('side', t('columns.side'), (row) => t(`sides.${row.side}`), { width: 72, card: 1 }),
    c.money('base_amount', t('columns.baseAmount'), { ...inBase, width: 148, card: 2 }),
    c.money('quote_amount', t('columns.quoteAmount'), { ...inQuote, width: 140, card: 2 }),
    c.text('rate', t('columns.rate'), { width: 84 }),
    c.money('result', t('columns.result'), { ...inQuote, width: 124, card: 3 }),
    c.money('held_before', t('columns.heldBefore'), { ...inBase, width: 148 }),
    c.money('held_after', t('columns.heldAfter'), { ...inBase, width: 148, card: 3 }),
    c.text('counterparty', t('columns.counterparty'), { width: 152, card: 3 }),
    c.text('operator', t('columns.operator'), { width: 104 }),
    c.text('checker', t('columns.checker'), { width: 104 }),
    c.text('reason', t('columns.reason'), { width: 160 }),
    c.text('journal_id', t('columns.journal'), { width: 90 }),
  ];
}
