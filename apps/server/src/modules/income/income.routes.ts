import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import { collectSystemFee, incomeEntries, systemIncome } from '@suanpan/contract/endpoints/income';
import { Refusal } from '@suanpan/domain/errors';
import { readOrderAmount } from '@suanpan/domain/order-amount';
import { countAll } from '../../platform/count-all.ts';
import type { Scope } from '../../platform/http/actor.ts';
import { bindEndpoints } from '../../platform/http/bind-endpoints.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { answerPage, page } from '../../platform/http/page.ts';
import { spendStepUp } from '../identity/index.ts';
import type { IncomeDeps } from './income-deps.ts';
import { presentEntry, presentEntrySum, presentIncome, presentIncomeSum } from './income.present.ts';
import { listEntries, listIncome, sumEntries, sumIncome } from './income.queries.ts';
import type { IncomeFilter } from './income.queries.ts';
import { collectFee } from './system-fee/collect-fee.store.ts';

/** What the platform earns, the journals behind each figure, and the collection of what is owed. */
export function bindIncome(app: Http, { db, identity }: IncomeDeps): void {
  bindEndpoints(
    app,
    { systemIncome, incomeEntries, collectSystemFee },
    {
      async systemIncome({ actor }, input) {
        const filter = incomeFilterOf(actor.scope, input);
        const [rows, sums] = await Promise.all([
          listIncome(db.app, actor.scope, filter, page(input)),
          sumIncome(db.app, actor.scope, filter),
        ]);
        return answerPage(input, {
          items: rows.map((row) => presentIncome(row, actor)),
          total: countAll(sums),
          summary: { by_currency: sums.map(presentIncomeSum) },
        });
      },
      async incomeEntries({ actor }, input) {
        const filter = incomeFilterOf(actor.scope, input);
        const [rows, sums] = await Promise.all([
          listEntries(db.app, actor.scope, filter, page(input)),
          sumEntries(db.app, actor.scope, filter),
        ]);
        return answerPage(input, {
          items: rows.map(presentEntry),
          total: countAll(sums),
          summary: { by_currency: sums.map(presentEntrySum) },
        });
      },
      async collectSystemFee(context, input) {
        const { actor, requestId } = context;
        // It is the platform's fee, whoever may look at it.
        if (actor.scope.kind !== 'platform') throw new Refusal('forbidden');
        const { agent_id, amount, currency, reason } = input;
        const wanted = amount === undefined ? null : readOrderAmount(amount, currency);
        const proven = await identity.proveStepUp(actor, {
          paymentPassword: input.payment_password,
          oneCode: input.one_code,
        });
        return context.once(async (tx) => {
          await spendStepUp(tx, proven);
          const taken = await collectFee(tx, {
            agentId: BigInt(agent_id),
            currency,
            amount: wanted,
            by: { makerId: actor.userId, reason, requestId },
          });
          if (taken === null) throw new Refusal('invalidState');
          return { state: 'done' as const };
        });
      },
    },
  );
}

type Question = Omit<ParsedInputOf<typeof systemIncome>, 'page' | 'paginate' | 'cursor'>;

/** Refuses `forbidden` for income that is no system fee: the platform's own, and nobody else's to look at. */
export function incomeFilterOf(scope: Scope, { agent_id, currency, from, tab, to }: Question): IncomeFilter {
  if (scope.kind !== 'platform' && tab !== 'system') throw new Refusal('forbidden');
  return {
    tab,
    ...(agent_id !== undefined && { agentId: BigInt(agent_id) }),
    ...(currency !== undefined && { currency }),
    ...(from !== undefined && { from: new Date(from) }),
    ...(to !== undefined && { to: new Date(to) }),
  };
}
