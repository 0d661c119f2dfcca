import { balanceCheckEveryS } from '@suanpan/domain/limits';
import { emit } from '../../../platform/outbox/emit.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Payouts } from '../service.ts';
import { balancesToCheck } from './balances.queries.ts';
import { keepBalance } from './balances.store.ts';

/** So many accounts are asked in one round, one after the other. */
const mostAtOnce = 20;

/** Asks a provider what it holds for us, and tells people once when that falls below its mark. */
export async function checkBalance(
  { channels, db }: Pick<Payouts, 'channels' | 'db'>,
  channelAccountId: bigint,
): Promise<void> {
  const { account, adapter } = await channels.open(channelAccountId);
  const paying = adapter.payouts ?? adapter.watched;
  const answer = await paying?.queryBalance(account, channels.exchangeFor(null, channelAccountId));
  const available = answer?.outcome === 'found' ? answer.available : null;
  await transact(db.app, async (tx) => {
    const kept = await keepBalance(tx, channelAccountId, available);
    if (kept?.fell !== true || kept.balance === null || kept.low_water === null) return;
    await emit(tx, [
      {
        kind: 'channel.balance_low',
        subject: `channelAccount:${channelAccountId}`,
        payload: {
          channel_account_id: String(channelAccountId),
          agent_id: String(account.agentId),
          currency: kept.currency,
          balance: String(kept.balance),
          low_water: String(kept.low_water),
        },
      },
    ]);
  });
}

/** Asks about every account with a mark that was not asked for a while; one that cannot be asked hinders no other. */
export async function checkBalances(payouts: Payouts): Promise<void> {
  for (const id of await balancesToCheck(payouts.db.workers, balanceCheckEveryS, mostAtOnce)) {
    try {
      await checkBalance(payouts, id);
    } catch (error) {
      payouts.log.warn(
        { err: error, channelAccount: String(id) },
        'a provider could not be asked for its balance',
      );
      // It has had its turn: those that nobody can ask would stand before all others for ever.
      await transact(payouts.db.workers, (tx) => keepBalance(tx, id, null)).catch((gone: unknown) =>
        payouts.log.warn({ err: gone, channelAccount: String(id) }, 'that a balance is unknown was not kept'),
      );
    }
  }
}
