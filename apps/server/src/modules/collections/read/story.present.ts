import type { CollectionDetail } from '@suanpan/contract/endpoints/collections';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import type { Scope } from '../../../platform/http/actor.ts';
import { feeLinesFor } from '../../orders/index.ts';
import type { FeeSnapshot } from '../create/fee-snapshot.ts';
import type { ListedOrder } from './search.queries.ts';

/** The fee lines that this caller may see, by the prices that were kept with the order. */
export function presentFeeLines(
  row: ListedOrder,
  snapshot: FeeSnapshot | null,
  scope: Scope,
): CollectionDetail['money']['lines'] {
  if (snapshot === null) return [];
  const currency = row.currency as Currency;
  const amounts = {
    merchant: snapshot.merchantFee,
    endpoint: snapshot.endpointFee,
    subAgent: snapshot.subAgentFee,
    middleman: snapshot.middlemanFee,
    agent: snapshot.agentResidual,
    system: snapshot.systemFee,
  };
  return feeLinesFor(scope, row, (party) => {
    const price = party === 'agent' ? undefined : snapshot.terms[party];
    return {
      party,
      pct: price?.pct ?? null,
      per_item: price === undefined ? null : formatLedger(BigInt(price.per_item), currency),
      amount: formatLedger(BigInt(amounts[party]), currency),
    };
  });
}
