import { wallClock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Log } from '../../../platform/log.ts';
import type { Channels } from '../channel-service.ts';
import type { Exchange, KnownCollection } from '../port.ts';
import { accountsToProbe } from './checks.queries.ts';
import { keepProbe, restedChannels, tidyChecks } from './checks.store.ts';
import type { Probed } from './checks.store.ts';
import { changeState } from './state.store.ts';

export interface ProbeDeps {
  readonly db: Database;
  readonly channels: Channels;
  readonly log: Log;
}

/** An order that no provider knows; what counts is that it says so. Some want its sum as well, a whole one. */
const unknownOrder = 'PROBE';
const unknownPayment: KnownCollection = { amount: 1_000_000n, providerOrderNo: null };
const atOnce = 8;

/**
 * Asks a channel account a small question, keeps how it went at its channels, and takes those back that were tripped, once they
 * have had their rest and the provider answers.
 */
export async function probeAccount({ channels, db }: ProbeDeps, accountId: bigint): Promise<Probed> {
  const probed = await ask(channels, accountId);
  await transact(
    db.workers,
    async (tx) => {
      await keepProbe(tx, accountId, probed);
      if (!probed.answered) return;
      for (const channelId of await restedChannels(tx, accountId)) {
        await changeState(tx, { channelId, state: 'ok', from: ['tripped'], reason: null });
      }
    },
    { attempts: 3 },
  );
  return probed;
}

/** Probes every account that is due; one that cannot be asked hinders no other. */
export async function probeChannels(deps: ProbeDeps): Promise<void> {
  await tidyChecks(deps.db.workers);
  for (;;) {
    const due = await accountsToProbe(deps.db.workers, atOnce);
    await Promise.all(
      due.map(async (id) => {
        try {
          await probeAccount(deps, id);
        } catch (error) {
          deps.log.warn({ err: error, channelAccount: String(id) }, 'a channel could not be checked');
        }
      }),
    );
    if (due.length < atOnce) return;
  }
}

async function ask(channels: Channels, accountId: bigint): Promise<Probed> {
  const began = wallClock.monotonicMs();
  const took = () => Math.round(wallClock.monotonicMs() - began);
  try {
    const { account, adapter } = await channels.open(accountId);
    const plain = channels.exchangeFor(null, accountId);
    const exchange: Exchange = (request) => plain({ ...request, operation: 'probe' });
    const answer =
      account.direction === 'payout' && adapter.payouts !== undefined
        ? await adapter.payouts.queryPayout(account, unknownOrder, exchange)
        : await adapter.queryCollection(account, unknownOrder, exchange, unknownPayment);
    return answer.outcome === 'unknown'
      ? { answered: false, ms: took(), error: answer.reason }
      : { answered: true, ms: took(), error: null };
  } catch (error) {
    return { answered: false, ms: took(), error: error instanceof Error ? error.message : 'fault' };
  }
}
