import { foldName } from '@suanpan/domain/names/fold-name';
import type { Vault } from '../../../platform/crypto/vault.ts';
import type { OrderRow } from '../collections.queries.ts';
import type { KnownPayer } from './known-payer.store.ts';

/**
 * By what a merchant's payer is known again: the number that the merchant has for him, or his name, however it is written.
 * Undefined for who has neither, and for test orders, which spread over nothing. The mark is of this merchant alone, so
 * that one merchant's payers are strangers to every other.
 */
export function knownPayer(
  vault: Vault,
  order: Pick<OrderRow, 'customer_id' | 'agent_id' | 'is_test' | 'payer' | 'real_name'>,
  saidName: string | null,
): KnownPayer | undefined {
  const { user_ref: reference } = (order.payer ?? {}) as { readonly user_ref?: string };
  const name = saidName ?? order.real_name;
  const sign = reference === undefined ? name && `name ${foldName(name)}` : `reference ${reference}`;
  if (sign === null || order.is_test) return undefined;
  return {
    customerId: order.customer_id,
    agentId: order.agent_id,
    mark: () => vault.keyedHash(`${order.customer_id} ${sign}`, 'collection_payer.payer_mark'),
  };
}
