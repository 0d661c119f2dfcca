import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import { drawIncome, incomeDrawings } from '@suanpan/contract/endpoints/income';
import { Refusal } from '@suanpan/domain/errors';
import { readOrderAmount } from '@suanpan/domain/order-amount';
import { formatLedger } from '@suanpan/money/amount';
import { countAll } from '../../../platform/count-all.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { answerPage, page } from '../../../platform/http/page.ts';
import { presentSum } from '../../ledger/index.ts';
import { houseFilterOf } from '../house-filter.ts';
import type { HouseFilter } from '../house-filter.ts';
import type { IncomeDeps } from '../income-deps.ts';
import { drawAct } from './draw-act.ts';
import { presentDrawing } from './drawings.present.ts';
import { listDrawable, listDrawings, sumDrawings } from './drawings.queries.ts';

/** What the owners draw of the income, and what is left to draw. */
export function bindDrawings(app: Http, { approvals, db, identity }: IncomeDeps): void {
  const draw = approvals.register(drawAct);

  bindEndpoints(
    app,
    { incomeDrawings, drawIncome },
    {
      async incomeDrawings({ actor }, input) {
        if (actor.scope.kind !== 'platform') throw new Refusal('forbidden');
        const filter = drawingFilterOf(input);
        const [rows, sums, drawable] = await Promise.all([
          listDrawings(db.app, actor.scope, filter, page(input)),
          sumDrawings(db.app, actor.scope, filter),
          listDrawable(db.app),
        ]);
        return answerPage(input, {
          items: rows.map(presentDrawing),
          total: countAll(sums),
          summary: {
            by_currency: sums.map(presentSum),
            drawable: drawable.map(({ amount, currency }) => ({
              currency,
              amount: formatLedger(amount, currency),
            })),
          },
        });
      },
      async drawIncome(context, input) {
        if (context.actor.scope.kind !== 'platform') throw new Refusal('forbidden');
        const { currency, reason, to } = input;
        const amount = readOrderAmount(input.amount, currency);
        const stepUp = await identity.proveStepUp(context.actor, {
          paymentPassword: input.payment_password,
          oneCode: input.one_code,
        });
        const payload = { currency, amount: String(amount), payee: to };
        return approvals.submit(context, draw, payload, { reason, stepUp });
      },
    },
  );
}

type Question = Omit<ParsedInputOf<typeof incomeDrawings>, 'page' | 'paginate' | 'cursor'>;

export const drawingFilterOf = ({ to: other, ...question }: Question): HouseFilter =>
  houseFilterOf({ ...question, other });
