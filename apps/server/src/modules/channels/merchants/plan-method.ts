import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import type * as contract from '@suanpan/contract/endpoints/merchant-channels';
import { Refusal } from '@suanpan/domain/errors';
import type { PriceJudgement } from '@suanpan/domain/fees/judge-price';
import type { Currency } from '@suanpan/money/currency';
import type { Tx } from '../../../platform/db/transact.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { findMethod, findPlace } from './merchants.queries.ts';
import { changesOf, fingerprintOf, judge, readLimits, readPrices, refuseLoss, tell } from './method.ts';
import type { Direction, EffectRows, MethodPlace, MethodPrices, MethodSettings } from './method.ts';
import { changeMethod, insertMethod, removeMethod } from './methods.store.ts';

export type Added = ParsedInputOf<typeof contract.addCollectionMerchantEffect>;
export type Changed = ParsedInputOf<typeof contract.updateCollectionMerchantEffect>;
export type Removed = ParsedInputOf<typeof contract.removeCollectionMerchantEffect>;

/** What an act would do, looked at before and again in the act itself. */
export interface MethodPlan {
  readonly effect: EffectRows;
  readonly loss: PriceJudgement['loss'];
  readonly place: MethodPlace;
  readonly hash: string;
  /** Orders may cost the senior agent from then on what they did not before. */
  readonly allowsLoss: boolean;
  /** Refuses `checkHandlingFee` for a price by which nobody may be charged, and for a loss that is not allowed. */
  refuse(): void;
  /** Does it; answers the number of the row. Refuses what `refuse` refuses. */
  perform(tx: Tx): Promise<bigint>;
}

/** A channel that a merchant is to have. Refuses `notFound` for a merchant or a channel that is not of the tree. */
export async function planNew(tx: Tx, scope: Scope, direction: Direction, input: Added): Promise<MethodPlan> {
  const ids = [BigInt(input.customer_id), BigInt(input.channel_id)] as const;
  const place = await findPlace(tx, scope, direction, ...ids);
  if (place === undefined) throw new Refusal('notFound');
  const settings = settingsOf(direction, input, place.currency, { allow_loss: false, keeps_payers: false });
  const prices = readPrices(
    { merchant: input.merchant_fee, subAgent: input.sub_agent_fee, middleman: input.middleman_fee },
    place.currency,
  );
  const judgement = judge(place, settings, prices, direction);
  const effect = changesOf(null, tell(place, settings, prices));
  const refuse = (): void => refuseLoss(judgement, settings.allow_loss, direction);
  return {
    effect,
    loss: judgement.loss,
    place,
    hash: fingerprintOf([input.customer_id, input.channel_id, effect]),
    allowsLoss: settings.allow_loss,
    refuse,
    async perform(own) {
      refuse();
      return (await insertMethod(own, ...ids, settings, prices)).id;
    },
  };
}

/** Other limits and switches. Refuses `notFound`, and `staleEdit` over another version than the one that was read. */
export async function planChange(
  tx: Tx,
  scope: Scope,
  direction: Direction,
  input: Changed,
): Promise<MethodPlan> {
  const kept = await findMethod(tx, scope, direction, BigInt(input.id), true);
  if (kept === undefined) throw new Refusal('notFound');
  if (kept.version !== input.v) throw new Refusal('staleEdit');
  const settings = settingsOf(direction, input, kept.currency, kept);
  const prices: MethodPrices = kept;
  const judgement = judge(kept, settings, prices, direction);
  const effect = changesOf(tell(kept, kept, prices), tell(kept, settings, prices));
  // What stood as it is may be drawn more or less often; whatever lets other amounts in is looked at.
  const isLooser =
    settings.min_amount !== kept.min_amount ||
    settings.max_amount !== kept.max_amount ||
    settings.allow_loss !== kept.allow_loss ||
    (settings.enabled && !kept.enabled);
  const refuse = (): void => {
    if (isLooser) refuseLoss(judgement, settings.allow_loss, direction);
  };
  return {
    effect,
    loss: judgement.loss,
    place: kept,
    hash: fingerprintOf([input.id, input.v, effect]),
    allowsLoss: settings.allow_loss && !kept.allow_loss,
    refuse,
    async perform(own) {
      refuse();
      if ((await changeMethod(own, kept.id, input.v, settings)) === undefined) throw new Refusal('staleEdit');
      return kept.id;
    },
  };
}

/** A merchant no longer goes by a channel. Refuses as `planChange` does. */
export async function planEnd(
  tx: Tx,
  scope: Scope,
  direction: Direction,
  input: Removed,
): Promise<MethodPlan> {
  const kept = await findMethod(tx, scope, direction, BigInt(input.id), true);
  if (kept === undefined) throw new Refusal('notFound');
  if (kept.version !== input.v) throw new Refusal('staleEdit');
  const effect = changesOf(tell(kept, kept, kept), null);
  return {
    effect,
    loss: null,
    place: kept,
    hash: fingerprintOf([input.id, input.v, effect]),
    allowsLoss: false,
    refuse() {},
    async perform(own) {
      if (!(await removeMethod(own, kept.id, input.v))) throw new Refusal('staleEdit');
      return kept.id;
    },
  };
}

/**
 * Limits and switches as typed, and what is not said as it was. A loss that was not allowed before is allowed with a reason
 * alone, and of payouts never, which keep no payers either.
 */
function settingsOf(
  direction: Direction,
  input: Omit<Changed, 'id' | 'v'>,
  currency: Currency,
  kept: Pick<MethodSettings, 'allow_loss' | 'keeps_payers'>,
): MethodSettings {
  const allows = input.allow_loss ?? kept.allow_loss;
  if (input.keeps_payers === true && direction === 'payout') throw new Refusal('invalidFields');
  if (allows && !kept.allow_loss) {
    if (direction === 'payout') throw new Refusal('checkHandlingFee');
    if (input.reason === undefined) throw new Refusal('reasonRequired');
  }
  return {
    alias: input.alias,
    weight: input.weight,
    polling: input.polling,
    keeps_payers: input.keeps_payers ?? kept.keeps_payers,
    priority: input.priority,
    daily_count: input.daily_count,
    enabled: input.enabled,
    allow_loss: allows,
    ...readLimits(input, currency),
  };
}
