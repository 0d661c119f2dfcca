import type { Vault } from '../../platform/crypto/vault.ts';

/** What the table keeps of a name or a card: equal folded values give equal hashes, useless without the key. */
export function blockHash(vault: Vault, kind: 'name' | 'card', folded: string): string {
  return vault.keyedHash(folded, `block_entry.${kind}`);
}
