import { foldCard } from '@suanpan/domain/names/fold-name';
import type { Vault } from '../../../platform/crypto/vault.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { hashAccount, hashAddress } from '../accounts/keep-account.ts';
import { throughDoor } from '../refusals-of-doors.ts';
import { clearUses } from './rules.store.ts';

/**
 * Counts the use of an account anew, which is a bank's or an address on a chain; answers the keyed hashes of what had been
 * used. Refuses `forbidden` to whoever may not.
 */
export async function clearUsesOf(
  tx: Tx,
  vault: Vault,
  cardNo: string,
  by: Parameters<typeof clearUses>[2],
): Promise<string[]> {
  const hashes = [hashAccount(vault, foldCard(cardNo)), hashAddress(vault, cardNo)];
  const cleared: string[] = [];
  for (const hash of hashes) {
    if (await throughDoor(clearUses(tx, hash, by), 'forbidden')) cleared.push(hash);
  }
  return cleared;
}
