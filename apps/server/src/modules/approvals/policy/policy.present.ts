import type { OutputOf } from '@suanpan/contract/endpoint';
import type { approvalPolicy } from '@suanpan/contract/endpoints/approval-policy';
import { amountActNames } from '@suanpan/domain/approvals';
import { formatLedger } from '@suanpan/money/amount';
import { currencies } from '@suanpan/money/currency';
import type { Currency } from '@suanpan/money/currency';
import { mostThreshold } from './policy-act.ts';
import { defaultThreshold } from './policy.queries.ts';
import type { PolicyRow } from './policy.queries.ts';

type Policy = OutputOf<typeof approvalPolicy>;

/** Every currency with what holds for all acts and for each; then what was set for single senior agents. */
export function presentPolicy(rows: readonly PolicyRow[]): Policy['items'] {
  const own = (act: PolicyRow['act'], currency: Currency): bigint | undefined =>
    rows.find((row) => row.agent_id === null && row.act === act && row.currency === currency)?.threshold;
  const forAll = (Object.keys(currencies) as Currency[]).flatMap((currency) => {
    const general = own(null, currency);
    return [null, ...amountActNames].map((act) => {
      const set = own(act, currency);
      const inherited = act === null ? undefined : general;
      return {
        agent: null,
        act,
        currency,
        threshold: formatLedger(set ?? inherited ?? defaultThreshold(currency), currency),
        most: formatLedger(mostThreshold(currency), currency),
        source:
          set !== undefined
            ? ('own' as const)
            : inherited !== undefined
              ? ('inherited' as const)
              : ('preset' as const),
      };
    });
  });
  const forAgents = rows.flatMap(({ agent_id: id, agent_name: name, act, currency, threshold }) =>
    id === null
      ? []
      : [
          {
            agent: { id: id.toString(), name: name ?? '' },
            act,
            currency,
            threshold: formatLedger(threshold, currency),
            most: formatLedger(mostThreshold(currency), currency),
            source: 'own' as const,
          },
        ],
  );
  return [...forAll, ...forAgents];
}
