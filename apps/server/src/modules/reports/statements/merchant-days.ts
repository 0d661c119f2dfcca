import type { OutputOf, ParsedInputOf } from '@suanpan/contract/endpoint';
import type { Drill } from '@suanpan/contract/drill';
import { merchantDays as endpoint } from '@suanpan/contract/endpoints/statements';
import type { StatementDay } from '@suanpan/contract/endpoints/statements';
import type { Permission } from '@suanpan/domain/access/permissions';
import type { AccountKind } from '@suanpan/domain/accounts';
import { Refusal } from '@suanpan/domain/errors';
import { dataMaxDays } from '@suanpan/domain/reports/figures';
import { calendarDay, regionDayOf, regionDayText } from '@suanpan/domain/region-day';
import { succeededStatuses } from '@suanpan/domain/reports/success-rate';
import { noFigures, statementFigures } from '@suanpan/domain/reports/statement';
import type { StatementFigure } from '@suanpan/domain/reports/statement';
import { translate } from '@suanpan/messages/translate';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { businessNow } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import { exportList, pageOf } from '../../../platform/export-list.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import type { Locale } from '../../../platform/http/locale.ts';
import { merchantDays, totalOf } from '../../ledger/index.ts';
import type { MerchantDay } from '../../ledger/index.ts';

type Question = Omit<ParsedInputOf<typeof endpoint>, 'page' | 'paginate' | 'cursor'>;
type Summary = OutputOf<typeof endpoint>['summary'];

interface Days {
  readonly currency: Currency;
  readonly days: readonly MerchantDay[];
}

/** All days of the question from one snapshot. Refuses a range of more days than any data screen takes. */
export async function readMerchantDays(
  db: Database,
  actor: Actor,
  locale: Locale,
  { agent_id, currency = actor.currency, customer_id, from, to }: Question,
): Promise<Days> {
  const today = regionDayOf(await businessNow(db.reports));
  const first = from === undefined ? today : calendarDay(regionDayOf(new Date(from)));
  const last = to === undefined ? today : calendarDay(regionDayOf(new Date(Date.parse(to) - 1)));
  if (last - first >= dataMaxDays) {
    throw new Refusal('invalidFields', {
      fields: { from: [translate(locale, 'statements.refused.tooLong', { days: String(dataMaxDays) })] },
    });
  }
  const days = await db.reports
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) =>
      merchantDays(tx, actor.scope, {
        currency,
        from: regionDayText(first),
        to: regionDayText(last),
        ...(customer_id !== undefined && { customerId: BigInt(customer_id) }),
        ...(agent_id !== undefined && { agentId: BigInt(agent_id) }),
      }),
    );
  return { currency, days };
}

export function presentDay(day: MerchantDay, currency: Currency, actor: Actor): StatementDay {
  const money = (minor: bigint): string => formatLedger(minor, currency);
  const bucketsOf = (kinds: MerchantDay['opening']) => ({
    total: money(totalOf(kinds)),
    buckets: Object.fromEntries(
      (Object.entries(kinds) as [AccountKind, bigint][]).map(([kind, amount]) => [kind, money(amount)]),
    ),
  });
  return {
    key: `${day.day} ${day.customerId}`,
    day: day.day,
    customer: { id: String(day.customerId), name: day.name },
    currency,
    opening: bucketsOf(day.opening),
    ...figuresOf((name) => money(day.figures[name])),
    closing: bucketsOf(day.closing),
    difference: money(day.difference),
    is_broken: day.difference !== 0n,
    drill: drillsOf(day, currency, actor),
  };
}

export function summaryOf({ currency, days }: Days): Summary {
  const sums = noFigures();
  for (const { figures } of days) for (const name of statementFigures) sums[name] += figures[name];
  return {
    currency,
    rows: days.length,
    broken: days.filter(({ difference }) => difference !== 0n).length,
    ...figuresOf((name) => formatLedger(sums[name], currency)),
  };
}

const figuresOf = (say: (name: StatementFigure) => string): Record<StatementFigure, string> =>
  Object.fromEntries(statementFigures.map((name) => [name, say(name)])) as Record<StatementFigure, string>;

/** Orders where orders say the figure, the turnover of that day where the books alone do. */
function drillsOf({ customerId, day }: MerchantDay, currency: Currency, { permissions }: Actor) {
  const done = {
    range: 'all',
    completed_from: day,
    completed_to: day,
    customer_id: String(customerId),
    currency,
    is_test: 'no',
  };
  const turnover = { from: day, to: day, owner_id: String(customerId), currency };
  const orders = { screen: 'collections.transactions', search: { ...done, status: [...succeededStatuses] } };
  const payouts = { screen: 'payment.transactions', search: { ...done, status: ['paid'] } };
  const of = (event?: string): Drill => ({
    screen: 'accounting.changelogs',
    search: { ...turnover, ...(event !== undefined && { event }) },
  });
  const all: Readonly<Record<StatementFigure | 'opening' | 'closing', Drill>> = {
    opening: of(),
    collections: orders,
    fees: orders,
    payouts,
    payout_fees: payouts,
    withdrawals: of('withdrawal.paid'),
    deposits: of('deposit.credit'),
    adjustments: of('balance.adjust'),
    refunds: of('collection.refund.done'),
    closing: of(),
  };
  return Object.fromEntries(
    Object.entries(all).filter(([, { screen }]) => permissions.has(`${screen}.get` as Permission)),
  );
}

/** The same days as a file. */
export const merchantDaysExport = exportList({
  kind: 'index.stats2',
  filter: endpoint.input.omit({ page: true, paginate: true, cursor: true }).strict(),
  async count({ actor, db, locale }, filter) {
    return (await readMerchantDays(db, actor, locale, filter)).days.length;
  },
  async read({ actor, db, locale }, filter, { after, limit }) {
    // Not money: how many rows stand before this page.
    const offset = Number(after ?? 0);
    const { currency, days } = await readMerchantDays(db, actor, locale, filter);
    return pageOf(
      days.slice(offset, offset + limit),
      limit,
      (day) => {
        const shown = presentDay(day, currency, actor);
        return {
          day: shown.day,
          customer: `${shown.customer.name} · ${shown.customer.id}`,
          currency,
          opening: { money: shown.opening.total },
          ...Object.fromEntries(statementFigures.map((name) => [name, { money: shown[name] }])),
          closing: { money: shown.closing.total },
          difference: { money: shown.difference },
        };
      },
      () => String(offset + limit),
    );
  },
});
