import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import {
  convertAtRate,
  currencyRates,
  rateCurrencies,
  setCurrencyRate,
  withdrawCurrencyRate,
} from '@suanpan/contract/endpoints/currency-rates';
import { Refusal } from '@suanpan/domain/errors';
import { typedAmount } from '@suanpan/domain/typed-amount';
import { translate } from '@suanpan/messages/translate';
import { formatLedger } from '@suanpan/money/amount';
import { parseExchangeRate } from '@suanpan/money/exchange';
import { RateFormatError, formatRate } from '@suanpan/money/rate';
import { businessNow } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Actor, RequestContext } from '../../platform/http/actor.ts';
import { bindEndpoints } from '../../platform/http/bind-endpoints.ts';
import type { Locale } from '../../platform/http/locale.ts';
import { answerPage, page } from '../../platform/http/page.ts';
import type { Module } from '../../platform/module.ts';
import { waitingActsOn } from '../approvals/index.ts';
import type { Approvals } from '../approvals/index.ts';
import { spendStepUp } from '../identity/index.ts';
import type { Identity } from '../identity/index.ts';
import { rateAct } from './rate-act.ts';
import { convertAt, rateAt, usedRate } from './rate-at.ts';
import { withdrawRate } from './rate.store.ts';
import { onRates, presentRate, rateSubjectOf } from './rates.present.ts';
import { countRates, listRates, tenantOf } from './rates.queries.ts';
import type { RateFilter } from './rates.queries.ts';

export interface RatesDeps {
  readonly db: Database;
  readonly identity: Pick<Identity, 'proveStepUp'>;
  readonly approvals: Pick<Approvals, 'register' | 'submit'>;
}

export function openRates({ approvals, db, identity }: RatesDeps): Module {
  const set = approvals.register(rateAct);

  const prove = (
    { actor }: RequestContext,
    { payment_password, one_code }: { payment_password: string; one_code: string },
  ) => identity.proveStepUp(actor, { paymentPassword: payment_password, oneCode: one_code });

  return {
    bind(app) {
      bindEndpoints(
        app,
        { currencyRates, setCurrencyRate, withdrawCurrencyRate, convertAtRate },
        {
          async currencyRates({ actor }, input) {
            const filter = rateFilterOf(input);
            const [rows, total] = await Promise.all([
              listRates(db.app, actor.scope, filter, page(input)),
              countRates(db.app, actor.scope, filter),
            ]);
            const subjects = rows.map((row) => ({ id: rateSubjectOf(row) }));
            const waiting = await waitingActsOn(db.app, actor, onRates, subjects);
            return answerPage(input, {
              items: rows.map((row) => presentRate(row, actor, waiting)),
              total,
              summary: {},
            });
          },
          async setCurrencyRate(context, input) {
            const { base, quote } = pairOf(context.locale, input);
            const rates = ratesOf(context.locale, input);
            const agentId = agentFor(context.actor, input.agent_id);
            const stepUp = await prove(context, input);
            const change = {
              agent_id: agentId === null ? null : String(agentId),
              base,
              quote,
              ...rates,
              valid_from: input.valid_from ?? null,
              allow_loss: input.allow_loss ?? false,
            };
            return approvals.submit(context, set, change, { reason: input.reason, stepUp });
          },
          async withdrawCurrencyRate(context, input) {
            const { actor, requestId } = context;
            const [row] = await listRates(
              db.app,
              actor.scope,
              { id: BigInt(input.id), isWhole: true },
              { offset: 0, limit: 1 },
            );
            if (row === undefined) throw new Refusal('notFound');
            const proven = await prove(context, input);
            return context.once(async (tx) => {
              await spendStepUp(tx, proven);
              const by = { personId: actor.userId, reason: input.reason, requestId };
              if (!(await withdrawRate(tx, row.id, by))) throw new Refusal('invalidState');
              return { state: 'done' as const };
            });
          },
          async convertAtRate({ actor }, { agent_id, amount, from, to }) {
            const own = await tenantOf(db.app, actor.scope);
            const named = agent_id === undefined ? own : BigInt(agent_id);
            if (actor.scope.kind !== 'platform' && named !== own) throw new Refusal('enterPremiumProxyId');
            const rate = await rateAt(db.app, from, to, named, await businessNow(db.app));
            return {
              rate_id: String(rate.id),
              rate: formatRate(usedRate(rate, from)),
              amount: formatLedger(convertAt(rate, typedAmount(amount, from), from), to),
              currency: to,
            };
          },
        },
      );
    },
  };
}

/** Whose rate it is: the platform names whom it likes, a senior agent sets his own and nobody else's. */
function agentFor({ scope }: Actor, named: string | undefined): bigint | null {
  if (scope.kind === 'platform') return named === undefined ? null : BigInt(named);
  if (scope.kind !== 'agent') throw new Refusal('forbidden');
  if (named !== undefined && named !== String(scope.agentId)) throw new Refusal('enterPremiumProxyId');
  return scope.agentId;
}

type Asked = ParsedInputOf<typeof setCurrencyRate>;

/** Refuses `invalidFields` for a pair that is quoted the other way round. */
function pairOf(locale: Locale, { base, quote }: Asked) {
  if (rateCurrencies.indexOf(base) < rateCurrencies.indexOf(quote)) return { base, quote };
  throw new Refusal('invalidFields', { fields: { quote: [translate(locale, 'rates.states.oneWay')] } });
}

/** Refuses `invalidFields` for what is no rate, and for a payment rate below the collection rate unless it is meant. */
function ratesOf(locale: Locale, { allow_loss, collection_rate, payment_rate }: Asked) {
  const fields: Record<string, string[]> = {};
  const read = (name: string, text: string): bigint => {
    try {
      return parseExchangeRate(text);
    } catch (error) {
      if (!(error instanceof RateFormatError)) throw error;
      fields[name] = [translate(locale, 'rates.states.notARate')];
      return 0n;
    }
  };
  const collection = read('collection_rate', collection_rate);
  const payment = read('payment_rate', payment_rate);
  if (Object.keys(fields).length === 0 && payment < collection && allow_loss !== true)
    fields['payment_rate'] = [translate(locale, 'rates.states.belowCollection')];
  if (Object.keys(fields).length > 0) throw new Refusal('invalidFields', { fields });
  return { collection_rate: formatRate(collection), payment_rate: formatRate(payment) };
}

type Question = Omit<ParsedInputOf<typeof currencyRates>, 'page' | 'paginate' | 'cursor'>;

export function rateFilterOf({ agent_id, at, base, quote, shown }: Question): RateFilter {
  return {
    ...(agent_id !== undefined && { agentId: BigInt(agent_id) }),
    ...(base !== undefined && { base }),
    ...(quote !== undefined && { quote }),
    ...(at !== undefined && { at: new Date(at) }),
    isWhole: shown === 'all',
  };
}
