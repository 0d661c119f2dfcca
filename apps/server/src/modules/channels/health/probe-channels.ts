import { wallClock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { Log } from '../../../platform/log.ts';
import type { Channels } from '../channel-service.ts';
import type { Exchange } from '../port.ts';
import { askSmallQuestion } from '../small-question.ts';
import { accountsToProbe, unprobedAccounts } from './checks.queries.ts';
import { keepProbe, restedChannels, tidyChecks } from './checks.store.ts';
import type { Probed } from './checks.store.ts';
import { changeState } from './state.store.ts';

export interface ProbeDeps {
  readonly db: Database;
  readonly channels: Channels;
  readonly log: Log;
}

const atOnce = 8;

/**
 * Asks a channel account a small question, keeps how it went at its channels, and takes those back that were tripped, once they
 * have had their rest and the provider answers.
 */
export async function probeAccount(
  { channels, db }: Pick<ProbeDeps, 'channels' | 'db'>,
  accountId: bigint,
): Promise<Probed> {
  const probed = await ask(channels, accountId);
  await transact(
    db.workers,
    async (tx) => {
      await keepProbe(tx, accountId, probed);
      if (probed.answered) await takeBack(tx, accountId);
    },
    { attempts: 3 },
  );
  return probed;
}

async function takeBack(tx: Tx, accountId: bigint): Promise<void> {
  for (const channelId of await restedChannels(tx, accountId)) {
    await changeState(tx, { channelId, state: 'ok', from: ['tripped'], reason: null });
  }
}

/** Probes every account that is due; one that cannot be asked hinders no other. */
export async function probeChannels(deps: ProbeDeps): Promise<void> {
  const { channels, db } = deps;
  await tidyChecks(db.workers);
  const unprobed = channels.unprobed();
  // Whom nobody asks is taken back after his rest, and the next order shows whether he is well.
  for (const id of await unprobedAccounts(db.workers, unprobed)) {
    await transact(db.workers, (tx) => takeBack(tx, id), { attempts: 3 });
  }
  for (;;) {
    const due = await accountsToProbe(db.workers, unprobed, atOnce);
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
    const plain = channels.exchangeFor(null, accountId);
    const exchange: Exchange = (request) => plain({ ...request, operation: 'probe' });
    const answer = await askSmallQuestion(await channels.open(accountId), exchange);
    return 'reason' in answer
      ? { answered: false, ms: took(), error: answer.reason }
      : { answered: true, ms: took(), error: null };
  } catch (error) {
    return { answered: false, ms: took(), error: error instanceof Error ? error.message : 'fault' };
  }
}
