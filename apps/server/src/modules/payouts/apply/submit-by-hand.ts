import { Refusal } from '@suanpan/domain/errors';
import type { ErrorName } from '@suanpan/domain/errors';
import { orderMostAmount } from '@suanpan/domain/limits';
import { formatLedger, formatMerchant } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { afterCommit, transact } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { wakeRelays } from '../../../platform/outbox/emit.ts';
import { merchantChannels } from '../../channels/index.ts';
import { balancesOf } from '../../ledger/index.ts';
import { wayless } from '../route/wayless.ts';
import { limitsFor } from '../setting/setting.queries.ts';
import type { Payouts } from '../service.ts';
import type { RoutedSubmit, SubmitOutcome } from '../submit/submit-request.ts';
import { submitInside } from '../submit/submit.store.ts';

export type Submitted = Extract<SubmitOutcome, { outcome: 'created' | 'poor' }>;

/** Carries what a rehearsal came to out of the transaction that it undoes. */
class Rehearsed extends Error {
  readonly outcome: SubmitOutcome;

  constructor(outcome: SubmitOutcome) {
    super('A rehearsal is never kept');
    this.outcome = outcome;
  }
}

/** What submitting would come to now: the door decides as it would, and nothing of it stands. */
export async function rehearse({ db }: Pick<Payouts, 'db'>, routed: RoutedSubmit): Promise<SubmitOutcome> {
  try {
    return await transact(
      db.app,
      async (tx): Promise<never> => {
        throw new Rehearsed(await submitInside(tx, routed));
      },
      { attempts: 3 },
    );
  } catch (error) {
    if (error instanceof Rehearsed) return error.outcome;
    throw error;
  }
}

/** Submits it in the caller's transaction. Refuses whatever keeps it from being held. */
export async function submitByHand(
  { wakers }: Pick<Payouts, 'wakers'>,
  tx: Tx,
  routed: RoutedSubmit,
  agentId: bigint,
): Promise<Submitted> {
  const made = await held(tx, routed, agentId, await submitInside(tx, routed));
  afterCommit(tx, () => {
    wakeRelays();
    for (const wake of wakers) wake();
  });
  return made;
}

/** The outcome where money is held; throws why it is not, with the figures that the sentence names. */
export async function held(
  db: Kysely<Tables>,
  { amount, currency, customerId, route }: RoutedSubmit,
  agentId: bigint,
  outcome: SubmitOutcome,
): Promise<Submitted> {
  if ('refusal' in outcome) {
    if (outcome.refusal === 'noChannelAvailable') {
      const channels = await merchantChannels(db, customerId, agentId, currency, null, 'payout');
      throw wayless(route.candidates, channels, currency);
    }
    throw new Refusal(outcome.refusal, {
      params: await figuresOf(db, outcome.refusal, customerId, agentId, currency),
    });
  }
  if (!('merchantFee' in outcome)) throw new Refusal('orderNumberUsed');
  if (outcome.outcome === 'created') return outcome;
  const { available } = await fundsOf(db, customerId, currency);
  throw new Refusal('insufficientBalance', {
    params: {
      available: formatLedger(available, currency),
      needed: formatLedger(amount + outcome.merchantFee, currency),
    },
  });
}

/** What a merchant can pay others with, and what he owes. */
export async function fundsOf(
  db: Kysely<Tables>,
  customerId: bigint,
  currency: Currency,
): Promise<{ readonly available: bigint; readonly owed: bigint }> {
  const found = (await balancesOf(db, customerId)).find((each) => each.currency === currency);
  const kinds = found?.byKind ?? {};
  const spendable = [kinds.L200, kinds.L201, kinds.L202].map((each) => each ?? 0n);
  const owed = kinds.A130 ?? 0n;
  return {
    available: spendable.reduce((sum, each) => sum + (each > 0n ? each : 0n), 0n),
    owed: owed < 0n ? -owed : 0n,
  };
}

async function figuresOf(
  db: Kysely<Tables>,
  refusal: ErrorName,
  customerId: bigint,
  agentId: bigint,
  currency: Currency,
): Promise<Record<string, string>> {
  if (refusal === 'receivableOutstanding') {
    return { amount: formatLedger((await fundsOf(db, customerId, currency)).owed, currency) };
  }
  if (refusal !== 'amountOutOfRange') return {};
  const { max_amount: max, min_amount: min } = await limitsFor(db, customerId, agentId, currency);
  return {
    min: formatMerchant(min ?? 0n, currency),
    max: max === null || max === 0n ? orderMostAmount[currency] : formatMerchant(max, currency),
  };
}
