import type { CreateCollectionInput } from '@suanpan/contract/merchant/v2';
import type { Vault } from '../../platform/crypto/vault.ts';

export type PayerInput = NonNullable<CreateCollectionInput['payer']>;

/** What a payer's account is sealed for (inside collection_order.payer). */
const accountPurpose = 'collection_order.payer.account';

/** The payer as he is kept: everything as told, but his account sealed, and its last four digits to read. */
export function keepPayer(vault: Vault, payer: PayerInput): Record<string, string> {
  const { account, ...told } = payer;
  const kept = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));
  if (account === undefined) return kept;
  return { ...kept, account: maskAccount(account), account_sealed: vault.seal(account, accountPurpose) };
}

/** By whole characters: half of one could not be kept. */
function maskAccount(account: string): string {
  const characters = [...account];
  const shown = characters.length > 8 ? characters.slice(-4) : [];
  return '*'.repeat(characters.length - shown.length) + shown.join('');
}
