import { createHash } from 'node:crypto';
import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import * as contract from '@suanpan/contract/endpoints/withdrawals';
import type { WithdrawalEffect } from '@suanpan/contract/endpoints/withdrawals';
import { Refusal } from '@suanpan/domain/errors';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { formatRate } from '@suanpan/money/rate';
import { transact } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { spendStepUp } from '../../identity/index.ts';
import { ownOf } from '../accounts/accounts.routes.ts';
import { wantedAmount } from '../amount-of.ts';
import { proveAsked } from '../prove-asked.ts';
import { throughDoor } from '../refusals-of-doors.ts';
import { findWithdrawal } from '../read/list.routes.ts';
import { endWithdrawal } from '../decide/decide.store.ts';
import type { WithdrawalsDeps } from '../withdrawals-deps.ts';
import { applyThroughDoor, lockApplicant } from './apply.store.ts';
import type { QuoteRow, Wanted } from './apply.store.ts';
import { currencyOfAccount, readOffer } from './offer.queries.ts';
import type { Offer } from './offer.queries.ts';
import { makeQuote } from './quote.ts';
import { readFunds } from './read-funds.ts';
import { refuseOffer } from './refuse-offer.ts';

type Asked = ParsedInputOf<typeof contract.previewWithdrawal>;

/** Applying for a withdrawal, after seeing what it comes to, and taking it back. */
export function bindApplication(app: Http, deps: WithdrawalsDeps): void {
  const { db } = deps;
  const { withdrawalFunds, previewWithdrawal, applyWithdrawal, cancelWithdrawal } = contract;
  bindEndpoints(
    app,
    { withdrawalFunds, previewWithdrawal, applyWithdrawal, cancelWithdrawal },
    {
      withdrawalFunds: async ({ actor }) => ({ items: await readFunds(db.app, ownOf(actor)) }),
      async previewWithdrawal({ actor }, input) {
        const wanted = wantedOf(ownOf(actor), input);
        return transact(db.app, async (tx) => {
          const quote = await quoteFor(tx, wanted, input.rate_id);
          const offer = await readOffer(tx, { ...wanted, quoteId: quote?.id ?? wanted.quoteId });
          refuseOffer(offer, wanted.currency);
          const effect = presentOffer(offer, wanted.currency, quote?.id ?? wanted.quoteId, quote);
          return { effect, hash: hashOf(wanted, effect) };
        });
      },
      async applyWithdrawal(context, input) {
        const { actor, requestId } = context;
        const wanted = wantedOf(ownOf(actor), input);
        const proven = await proveAsked(deps, context, input);
        return throughDoor(
          context.once(async (tx) => {
            await spendStepUp(tx, proven);
            await lockApplicant(tx, wanted.ownerId);
            const offer = await readOffer(tx, wanted);
            refuseOffer(offer, wanted.currency);
            const effect = presentOffer(offer, wanted.currency, wanted.quoteId);
            if (hashOf(wanted, effect) !== input.effect_hash) throw new Refusal('staleEdit');
            const { id, refusal } = await applyThroughDoor(tx, wanted, { personId: actor.userId, requestId });
            if (id === null) {
              refuseOffer({ ...(await readOffer(tx, wanted)), refusal }, wanted.currency);
              throw new Error('A withdrawal was neither held nor refused');
            }
            const { no } = await findWithdrawal(tx, actor, id);
            return { state: 'done' as const, id: String(id), no };
          }),
          'forbidden',
        );
      },
      async cancelWithdrawal(context, input) {
        const { actor, requestId } = context;
        const { id, owner_id } = await findWithdrawal(db.app, actor, BigInt(input.id));
        if (owner_id !== ownOf(actor)) throw new Refusal('notFound');
        return throughDoor(
          context.once(async (tx) => {
            const by = { personId: actor.userId, requestId, reason: null };
            if (!(await endWithdrawal(tx, id, 'cancelled', by))) throw new Refusal('invalidState');
            return {};
          }),
          'forbidden',
        );
      },
    },
  );

  /** A rate to apply by, where the account is paid in another currency and none was brought along. */
  async function quoteFor(
    tx: Tx,
    { ownerId, accountId, currency }: Wanted,
    brought: string | undefined,
  ): Promise<QuoteRow | undefined> {
    const target = await currencyOfAccount(tx, ownerId, accountId);
    if (brought !== undefined || target === undefined || target === currency || target !== 'USDT')
      return undefined;
    const owner = await lockApplicant(tx, ownerId);
    return owner === undefined ? undefined : makeQuote(tx, owner.id, currency, target);
  }
}

function wantedOf(ownerId: bigint, { account_id, amount, currency, rate_id }: Asked): Wanted {
  return {
    ownerId,
    accountId: BigInt(account_id),
    currency,
    amount: wantedAmount(amount, currency),
    quoteId: rate_id === undefined ? null : BigInt(rate_id),
  };
}

function presentOffer(
  offer: Offer,
  currency: Currency,
  quoteId: bigint | null,
  quote?: QuoteRow,
): WithdrawalEffect {
  const money = (minor: bigint): string => formatLedger(minor, currency);
  const orNone = (minor: bigint | null): string | null => (minor === null ? null : money(minor));
  const inTarget = (minor: bigint): string => formatLedger(minor, offer.target_currency);
  return {
    fee: inTarget(offer.fee),
    fee_mode: offer.fee_mode,
    hold: money(offer.hold),
    arrives: inTarget(offer.target_amount),
    target_currency: offer.target_currency,
    target_amount: inTarget(offer.target_amount),
    rate: offer.rate === null ? null : formatRate(offer.rate),
    rate_id: offer.rate === null || quoteId === null ? null : String(quoteId),
    rate_until: quote?.until.toISOString() ?? null,
    locked_until: offer.rate_until?.toISOString() ?? null,
    left: {
      today_amount: orNone(offer.left_amount),
      today_count: offer.left_count,
      card_today: orNone(offer.left_card),
      card_uses: offer.left_uses,
    },
    balance_before: money(offer.available),
    balance_after: money(offer.available - offer.hold),
  };
}

/** What the applicant agrees to: what is taken, what arrives, and by which rate. Never what others move meanwhile. */
function hashOf(
  wanted: Wanted,
  { hold, fee, fee_mode, target_currency, target_amount, rate }: WithdrawalEffect,
): string {
  const told = [
    String(wanted.accountId),
    wanted.currency,
    String(wanted.amount),
    hold,
    fee,
    fee_mode,
    target_currency,
    target_amount,
    rate,
  ];
  return createHash('sha256').update(JSON.stringify(told)).digest('hex');
}
