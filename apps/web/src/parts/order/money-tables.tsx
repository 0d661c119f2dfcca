import type { OrderStory } from '@suanpan/contract/order-fields';
import { display4 } from '@suanpan/money/display';
import type { TFunction } from 'i18next';
import { useMemo, type ReactNode } from 'react';
import { columns as columnsOf } from '../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import { workAndAll } from '../../kit/grid/work-and-all.ts';
import { Money } from '../../kit/money.tsx';
import { ShortList } from '../../kit/short-list.tsx';
import { useMay } from '../../lib/own-user.ts';
import { showInstant } from '../../lib/platform-time.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from './drawer.module.css';

/** What was paid, what each party takes of it, and what comes of it. */
interface Line {
  readonly key: string;
  readonly party: string;
  readonly pct: string | null;
  readonly per_item: string | null;
  readonly amount: string | null;
  readonly isSum: boolean;
}
type Leg = OrderStory['journals'][number]['legs'][number] & {
  readonly key: string;
  readonly journal_id: string;
  readonly event: string;
  readonly at: string;
};
interface Sum {
  readonly title: string;
  readonly amount: string | null;
}

interface MoneyTablesProps {
  /** Under which the reader's own columns are kept. */
  readonly name: 'collection' | 'payout';
  readonly currency: string;
  readonly first: Sum;
  readonly lines: OrderStory['lines'];
  readonly last: Sum;
  readonly journals: OrderStory['journals'];
  readonly rateVersion: OrderStory['rateVersion'];
  /** Whose prices these are, for the way to them. */
  readonly customerId: string;
  /** Between the fees and the postings. */
  readonly children?: ReactNode;
}

/** The sign before a change. */
const sign = 10;

const sumLine = (key: string, { title, amount }: Sum): Line => ({
  key,
  party: title,
  amount,
  pct: null,
  per_item: null,
  isSum: true,
});

/** The fee lines to the last decimal, and the postings that made them true. */
export function MoneyTables(props: MoneyTablesProps) {
  const { children, currency, customerId, first, journals, last, lines, name, rateVersion } = props;
  const may = useMay();
  const t = useWords('orders');
  const statuses = useWords('statuses');
  const l = useWords('ledger');
  const common = useWords('common');
  const versionText =
    rateVersion &&
    t('split.rateVersion', { version: rateVersion.version, time: showInstant(rateVersion.valid_from) });
  const lineColumns = useMemo(() => columnsOfLines(t, currency), [t, currency]);
  const legColumns = useMemo(() => columnsOfLegs(statuses, l), [statuses, l]);
  const presets = useMemo(() => presetsOf(common), [common]);
  const shown = [
    sumLine('first', first),
    ...lines.map((line) => ({ ...line, key: line.party, party: t(`parties.${line.party}`), isSum: false })),
    sumLine('last', last),
  ];
  const legs = journals.flatMap(({ id, event, at, legs: own }) =>
    own.map((leg, index): Leg => ({ ...leg, key: `${id} ${index}`, journal_id: id, event, at })),
  );
  return (
    <>
      <ShortList<Line>
        name={`${name}.split`}
        title={t('split.title')}
        columns={lineColumns}
        presets={presets.lines}
        rows={shown}
        rowKey={(line) => line.key}
      />
      {rateVersion !== null && (
        <p className={styles.hint} data-rate-version={rateVersion.id}>
          {may('users.list.get') ? (
            <a href={`#/wrap/users.list?open=${customerId}&tab=channels`}>{versionText}</a>
          ) : (
            versionText
          )}
        </p>
      )}
      {children}
      {legs.length > 0 && (
        <ShortList<Leg>
          name={`${name}.postings`}
          title={t('split.journals')}
          columns={legColumns}
          presets={presets.legs}
          rows={legs}
          rowKey={(leg) => leg.key}
        />
      )}
    </>
  );
}

function columnsOfLines(t: TFunction<'orders'>, currency: string): readonly GridColumn<Line>[] {
  const c = columnsOf<Line>();
  const rateOf = ({ pct, isSum }: Line): string => (isSum ? '' : pct === null ? '–' : `${display4(pct)} %`);
  return [
    c.own('party', t('split.party'), {
      width: 200,
      card: 1,
      cell: ({ party, isSum }) => (isSum ? <b>{party}</b> : party),
    }),
    c.own('pct', t('split.rate'), {
      width: 104,
      card: 2,
      isFigure: true,
      holds: rateOf,
      cell: (line) => <span className="num">{rateOf(line)}</span>,
    }),
    {
      ...c.money('per_item', t('split.perItem'), { isExact: true, card: 2 }),
      cell: ({ per_item, isSum }) => (isSum ? null : <Money value={per_item} isExact />),
    },
    {
      ...c.money('amount', `${t('split.amount')} ${currency}`, { isExact: true, card: 1 }),
      cell: ({ amount, isSum }) => {
        const shown = <Money value={amount} isExact />;
        return isSum ? <b>{shown}</b> : shown;
      },
    },
  ];
}

function columnsOfLegs(statuses: TFunction<'statuses'>, l: TFunction<'ledger'>): readonly GridColumn<Leg>[] {
  const c = columnsOf<Leg>();
  const words = (text: string) => <span title={text}>{text}</span>;
  return [
    c.own('event', l('columns.event'), {
      width: 124,
      card: 1,
      cell: ({ event }) =>
        words(statuses(`journal.${event as 'collection.settle'}`, { defaultValue: event })),
    }),
    c.own('account', l('columns.account'), {
      width: 150,
      card: 2,
      cell: ({ account }) =>
        words(`${statuses(`account.${account as 'L200'}`, { defaultValue: account })} ${account}`),
    }),
    c.text('owner_name', l('columns.owner'), { width: 96, card: 2 }),
    {
      ...c.money('amount', l('columns.change'), { isExact: true, card: 3 }),
      besideText: sign,
      cell: (leg) => <Money value={leg.amount} isExact isChange />,
    },
    c.money('balance_after', l('columns.after'), { isExact: true, card: 3 }),
    c.time('at', l('columns.time'), { card: 1 }),
    c.text('journal_id', l('columns.journal'), { width: 96 }),
  ];
}

function presetsOf(common: TFunction<'common'>) {
  const lines = ['party', 'pct', 'per_item', 'amount'] as const;
  const legs = ['event', 'account', 'owner_name', 'amount', 'balance_after'] as const;
  return {
    lines: workAndAll<Line>(
      common,
      { columns: lines, pinned: ['party'] },
      { columns: lines, pinned: ['party'] },
    ),
    legs: workAndAll<Leg>(
      common,
      { columns: legs, pinned: ['event'] },
      { columns: ['at', ...legs, 'journal_id'], pinned: ['at'] },
    ),
  };
}
