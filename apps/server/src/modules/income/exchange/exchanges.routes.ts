import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import { exchangeHouse, houseExchanges } from '@suanpan/contract/endpoints/income';
import { Refusal } from '@suanpan/domain/errors';
import { readOrderAmount } from '@suanpan/domain/order-amount';
import { formatLedger } from '@suanpan/money/amount';
import { countAll } from '../../../platform/count-all.ts';
import { countOf } from '../../../platform/db/count-of.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { answerPage, page } from '../../../platform/http/page.ts';
import { houseFilterOf } from '../house-filter.ts';
import type { HouseFilter } from '../house-filter.ts';
import type { IncomeDeps } from '../income-deps.ts';
import { exchangeAct } from './exchange-act.ts';
import { presentExchange, presentPosition } from './exchanges.present.ts';
import { listExchanges, sumExchanges } from './exchanges.queries.ts';
import { listPositions } from './positions.queries.ts';

/** What the house exchanged for itself, its positions, and the act by which it closes them. */
export function bindExchanges(app: Http, { approvals, db, identity }: IncomeDeps): void {
  const exchange = approvals.register(exchangeAct);

  bindEndpoints(
    app,
    { houseExchanges, exchangeHouse },
    {
      async houseExchanges({ actor }, input) {
        if (actor.scope.kind !== 'platform') throw new Refusal('forbidden');
        const filter = exchangeFilterOf(input);
        const [rows, sums, positions] = await Promise.all([
          listExchanges(db.app, actor.scope, filter, page(input)),
          sumExchanges(db.app, actor.scope, filter),
          listPositions(db.app, actor.scope),
        ]);
        return answerPage(input, {
          items: rows.map(presentExchange),
          total: countAll(sums),
          summary: {
            by_currency: sums.map(({ count, currency, result }) => ({
              currency,
              count: countOf(count),
              result: formatLedger(result, currency),
            })),
            positions: positions.map(presentPosition),
          },
        });
      },
      async exchangeHouse(context, input) {
        const { actor } = context;
        if (actor.scope.kind !== 'platform') throw new Refusal('forbidden');
        const { base, counterparty, quote, reason, side } = input;
        const came = side === 'buy' ? 1n : -1n;
        const amounts = [
          came * readOrderAmount(input.base_amount, base),
          -came * readOrderAmount(input.quote_amount, quote),
        ];
        const stepUp = await identity.proveStepUp(actor, {
          paymentPassword: input.payment_password,
          oneCode: input.one_code,
        });
        const positions = await listPositions(db.app, actor.scope);
        // Whatever else the house buys is no matter of these books.
        if (!positions.some((one) => one.base === base && one.quote === quote)) {
          throw new Refusal('notFound');
        }
        const [base_amount = '', quote_amount = ''] = amounts.map(String);
        const payload = { base, quote, base_amount, quote_amount, counterparty };
        return approvals.submit(context, exchange, payload, { reason, stepUp });
      },
    },
  );
}

type Question = Omit<ParsedInputOf<typeof houseExchanges>, 'page' | 'paginate' | 'cursor'>;

export const exchangeFilterOf = ({ counterparty: other, ...question }: Question): HouseFilter =>
  houseFilterOf({ ...question, other });
