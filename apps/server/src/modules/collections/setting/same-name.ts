import { Refusal } from '@suanpan/domain/errors';
import { noLimit, sameNameDefaultCount, sameNameWindowMinutes } from '@suanpan/domain/limits';
import { foldName } from '@suanpan/domain/names/fold-name';
import type { Vault } from '../../../platform/crypto/vault.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { OrderRow } from '../collections.queries.ts';
import { holdName, keepName, openOrdersOf } from './payer-names.store.ts';
import { settingOf } from './setting.queries.ts';

/**
 * Two wires of one name to one receiving account cannot be told apart: an order whose payer wires under a name is
 * refused (`duplicatePayerName`) while as many others of that name wait there as the rules of its merchant allow, made
 * within their window; one in half an hour where nobody says otherwise. However the name is written. The caller holds
 * the order's lock; orders of one name and account pass one after the other.
 */
export async function refuseSameName(
  vault: Vault,
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'customer_id' | 'agent_id'>,
  wire: { readonly channelAccountId: bigint; readonly name: string; readonly at: Date },
): Promise<void> {
  const mark = vault.keyedHash(foldName(wire.name), 'collection_payer_name.name');
  const pool = { channelAccountId: wire.channelAccountId, mark };
  await holdName(tx, pool);
  const rules = await settingOf(tx, { customerId: order.customer_id, agentId: order.agent_id });
  const most = rules.same_name_count ?? sameNameDefaultCount;
  if (BigInt(most) > noLimit) {
    const minutes = rules.same_name_minutes ?? sameNameWindowMinutes;
    const since = new Date(wire.at.getTime() - minutes * 60_000);
    if ((await openOrdersOf(tx, pool, { since, except: order.id })) >= most)
      throw new Refusal('duplicatePayerName', { params: { minutes: String(minutes) } });
  }
  await keepName(tx, order.id, pool, wire.at);
}
