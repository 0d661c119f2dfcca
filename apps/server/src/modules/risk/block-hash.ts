import { foldAccount, foldName } from '@suanpan/domain/names/fold-name';
import type { Vault } from '../../platform/crypto/vault.ts';

/** What the table keeps of a name or a card, however it is written: equal ones give equal hashes, useless without the key. */
export function blockHash(vault: Vault, kind: 'name' | 'card', text: string): string {
  return vault.keyedHash(kind === 'name' ? foldName(text) : foldAccount(text), `block_entry.${kind}`);
}

/** By which the database finds a payee on the lists itself, at the moment of an order. */
export function payeeMarks(
  vault: Vault,
  payee: { readonly name: string; readonly card: string },
): { readonly nameMark: string; readonly cardMark: string } {
  return {
    nameMark: blockHash(vault, 'name', payee.name),
    cardMark: blockHash(vault, 'card', payee.card),
  };
}
