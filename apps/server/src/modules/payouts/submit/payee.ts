import { foldCard } from '@suanpan/domain/names/fold-name';
import { maskCard } from '@suanpan/domain/names/mask';
import type { Vault } from '../../../platform/crypto/vault.ts';
import type { KeptPayee } from './submit-request.ts';

/** What a payee's account is sealed for (payout_order.card_sealed). */
const cardPurpose = 'payout_order.card';

export interface Payee {
  readonly accountName: string;
  readonly bankCode: string;
  readonly branch: string | null;
  /** Digits, as `foldCard` leaves them. */
  readonly accountNo: string;
}

/** The payee as he is kept. Equal accounts of one bank give equal hashes, whatever merchant pays them. */
export function keepPayee(vault: Vault, payee: Payee): KeptPayee {
  const card = foldCard(payee.accountNo);
  return {
    accountName: payee.accountName,
    bankCode: payee.bankCode,
    branch: payee.branch,
    cardSealed: vault.seal(card, cardPurpose),
    cardHash: hashCard(vault, payee.bankCode, card),
    cardShown: maskCard(card),
  };
}

/** By which an account of a bank is found again; `card` is folded. */
export function hashCard(vault: Vault, bankCode: string, card: string): string {
  return vault.keyedHash(`${bankCode} ${card}`, cardPurpose);
}

/** The account to send money to. */
export function openCard(vault: Vault, sealed: string): string {
  return vault.open(sealed, cardPurpose);
}
