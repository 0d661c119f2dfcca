import type { DataSummary } from '@suanpan/contract/endpoints/data-screens';
import { meanPrice } from '@suanpan/domain/journals/income-exchange';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { convert, parseExchangeRate } from '@suanpan/money/exchange';
import { formatRate } from '@suanpan/money/rate';
import type { Kysely } from 'kysely';
import { businessNow } from '../../../platform/clock.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { positionOf, sumIncome } from '../../income/index.ts';
import { findRate, ratesOver } from '../../rates/index.ts';
import type { RateOver } from '../../rates/index.ts';
import { opens } from './data-screen.ts';
import type { DataQuestion } from './day-sums.queries.ts';

type Exchange = NonNullable<DataSummary['exchange']>;

/** The rates of a pair over the range, and to the platform what exchanging left it. */
export async function exchangeOf(
  db: Kysely<Tables>,
  actor: Actor,
  question: DataQuestion & { readonly quote: Currency },
  range: { readonly from: Date; readonly to: Date },
): Promise<Exchange> {
  const { currency: base, of, quote, scope } = question;
  const agent = of.agent === undefined ? {} : { agentId: of.agent };
  const rates = await ratesOver(db, scope, { base, quote, ...range, ...agent });
  return {
    quote,
    rates: [...Map.groupBy(rates, ({ agent_id }) => agent_id).values()].map(ofOne),
    fx: scope.kind === 'platform' ? await resultOf(db, actor, question, range) : null,
  };
}

const ofOne = (rates: readonly RateOver[]): Exchange['rates'][number] => {
  const [first] = rates;
  return {
    agent: first?.agent_id == null ? null : { id: String(first.agent_id), name: first.agent_name ?? '' },
    versions: rates.map(({ collection_rate, payment_rate, valid_from }) => ({
      valid_from: valid_from.toISOString(),
      collection_rate,
      payment_rate,
    })),
  };
};

async function resultOf(
  db: Kysely<Tables>,
  actor: Actor,
  { currency: base, first, last, of, quote, scope }: DataQuestion & { readonly quote: Currency },
  range: { readonly from: Date; readonly to: Date },
): Promise<Exchange['fx']> {
  const agent = of.agent === undefined ? {} : { agentId: of.agent };
  const [booked] = await sumIncome(db, scope, { tab: 'fx', currency: quote, ...range, ...agent });
  const position = await positionOf(db, scope, { base, quote, ...agent });
  const [sold, kept] = [-position.held, -position.cost];
  const mean = meanPrice(position, base, quote);
  const now = await findRate(db, base, quote, null, await businessNow(db));
  const back = now && convert(sold, base, quote, parseExchangeRate(now.collection_rate), 'halfUp');
  return {
    result: formatLedger(booked?.collected ?? 0n, quote),
    ...(actor.permissions.has(opens('accounting.systemIncome')) && {
      drill: {
        screen: 'accounting.systemIncome',
        search: {
          kind: 'fx',
          currency: quote,
          from: first,
          to: last,
          ...(of.agent !== undefined && { agent_id: String(of.agent) }),
        },
      },
    }),
    sold: formatLedger(sold, base),
    kept: formatLedger(kept, quote),
    rate: mean === null ? null : formatRate(mean),
    open_result: back === undefined ? null : formatLedger(kept - back, quote),
  };
}
