import type { OutputOf } from '@suanpan/contract/endpoint';
import type { HouseTrade, houseExchanges } from '@suanpan/contract/endpoints/income';
import { meanPrice } from '@suanpan/domain/journals/income-exchange';
import { formatLedger } from '@suanpan/money/amount';
import { rateOfExchange } from '@suanpan/money/exchange';
import { formatRate } from '@suanpan/money/rate';
import type { ListedExchange } from './exchanges.queries.ts';
import type { PairPosition } from './positions.queries.ts';

const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

export function presentExchange(row: ListedExchange): HouseTrade {
  const { base, quote } = row;
  const [given, taken] = [size(row.base_amount), size(row.quote_amount)];
  return {
    id: String(row.id),
    at: row.created_at.toISOString(),
    base,
    quote,
    side: row.base_amount > 0n ? 'buy' : 'sell',
    base_amount: formatLedger(given, base),
    quote_amount: formatLedger(taken, quote),
    rate: formatRate(rateOfExchange(given, base, taken, quote)),
    held_before: formatLedger(row.held, base),
    held_after: formatLedger(row.held + row.base_amount, base),
    result: formatLedger(row.result, quote),
    counterparty: row.counterparty,
    operator: row.operator,
    checker: row.checker,
    reason: row.reason,
    journal_id: String(row.journal_id),
  };
}

export function presentPosition(
  position: PairPosition,
): OutputOf<typeof houseExchanges>['summary']['positions'][number] {
  const { base, cost, held, quote } = position;
  const rate = meanPrice(position, base, quote);
  return {
    base,
    quote,
    held: formatLedger(held, base),
    cost: formatLedger(cost, quote),
    rate: rate === null ? null : formatRate(rate),
  };
}
