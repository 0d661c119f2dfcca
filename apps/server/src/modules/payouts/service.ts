import { emit } from '../../platform/outbox/emit.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Lane } from '../../platform/db/lane.ts';
import type { Vault } from '../../platform/crypto/vault.ts';
import type { Log } from '../../platform/log.ts';
import type { Outbound } from '../../platform/outbound.ts';
import type { Channels } from '../channels/index.ts';
import type { Risk } from '../risk/index.ts';
import { keepFlag } from './confirm/flags.store.ts';
import { openPaidLane } from './paid/paid-lane.ts';
import type { PaidOutcome, QueuedPaid } from './paid/paid-request.ts';
import { createMerchantWays } from './route/merchant-ways.ts';
import type { WaysOfMerchants } from './route/merchant-ways.ts';
import { openSubmitLane } from './submit/submit-lane.ts';
import type { RoutedSubmit, SubmitOutcome } from './submit/submit-request.ts';

/** What the commands of this module work with; opened once per process. */
export interface Payouts {
  readonly db: Database;
  readonly channels: Channels;
  readonly vault: Vault;
  readonly log: Log;
  /** The way to merchants' own servers, for the reverse check. */
  readonly outbound: Outbound;
  /** Origin under which providers reach us. */
  readonly publicUrl: string;
  readonly submit: Lane<RoutedSubmit, SubmitOutcome>;
  readonly paid: Lane<QueuedPaid, PaidOutcome>;
  readonly ways: WaysOfMerchants;
  /** The block lists that payees are held against; none where a test opens none. */
  readonly gate: PayeeGate | undefined;
  /** Hears that there is work: set by the worker that does it. */
  readonly wakers: Set<() => void>;
  /** The same of batches, whose rows are submitted one after the other. */
  readonly batchWakers: Set<() => void>;
  /** Finishes what is queued. */
  close(): Promise<void>;
}

/** What of the block lists a payout asks. */
export type PayeeGate = Pick<Risk, 'refusePayer'>;

export interface PayoutsDeps {
  readonly db: Database;
  readonly channels: Channels;
  readonly vault: Vault;
  readonly log: Log;
  readonly outbound: Outbound;
  readonly publicUrl: string;
  readonly gate?: PayeeGate;
}

export function openPayouts(deps: PayoutsDeps): Payouts {
  const wakers = new Set<() => void>();
  const submit = openSubmitLane(deps.db, () => {
    for (const wake of wakers) wake();
  });
  const paid = openPaidLane(deps.db);
  return {
    db: deps.db,
    channels: deps.channels,
    vault: deps.vault,
    log: deps.log,
    outbound: deps.outbound,
    publicUrl: deps.publicUrl,
    submit,
    paid,
    ways: createMerchantWays(deps.db),
    gate: deps.gate,
    wakers,
    batchWakers: new Set(),
    async close() {
      await Promise.all([submit.close(), paid.close()]);
    },
  };
}

/**
 * Why people must look at a payout. amount_changed: the provider names another sum than was ordered · paid_elsewhere: an
 * attempt that the payout does not go by any more was paid · returned_unbooked: it was returned and cannot be booked so ·
 * reference_reused: its payment paid another order · unknown_to_provider: the provider does not know what it was given ·
 * failed_after_paid: it went back on a payment.
 */
export type PayoutFlag =
  | 'amount_changed'
  | 'paid_elsewhere'
  | 'returned_unbooked'
  | 'reference_reused'
  | 'unknown_to_provider'
  | 'failed_after_paid';

/** Tells people, once of each flag; the payout itself is not touched. */
export async function flagPayout(
  { db }: Payouts,
  orderId: bigint,
  reason: PayoutFlag,
  about: string,
): Promise<void> {
  await transact(db.app, async (tx) => {
    if (!(await keepFlag(tx, orderId, reason, about))) return;
    await emit(tx, [
      {
        kind: 'payout.flagged',
        subject: `payout:${orderId}`,
        payload: { order_id: String(orderId), reason },
      },
    ]);
  });
}
