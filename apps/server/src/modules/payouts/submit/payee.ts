import { foldAccount, foldCard } from '@suanpan/domain/names/fold-name';
import { isPayoutNetwork } from '@suanpan/domain/payout-networks';
import { maskCard } from '@suanpan/domain/names/mask';
import type { Vault } from '../../../platform/crypto/vault.ts';
import { payeeMarks } from '../../risk/index.ts';
import type { KeptPayee } from './submit-request.ts';

/** What a payee's account is sealed for (payout_order.card_sealed). */
const cardPurpose = 'payout_order.card';

export interface Payee {
  readonly accountName: string;
  readonly bankCode: string;
  readonly branch: string | null;
  /** Digits, as `foldCard` leaves them; an address of a chain as it is written, since its letters differ by their size. */
  readonly accountNo: string;
}

/** The payee as he is kept. Equal accounts of one bank give equal hashes, whatever merchant pays them. */
export function keepPayee(vault: Vault, payee: Payee): KeptPayee {
  const isChain = isPayoutNetwork(payee.bankCode);
  const card = isChain ? payee.accountNo : foldCard(payee.accountNo);
  const marks = payeeMarks(vault, { name: payee.accountName, card });
  return {
    accountName: payee.accountName,
    bankCode: payee.bankCode,
    branch: payee.branch,
    cardSealed: sealCard(vault, card),
    cardHash: hashCard(vault, payee.bankCode, card),
    cardShown: maskCard(card),
    cardMark: marks.cardMark,
    // An address has no name to stand on a list.
    nameMark: isChain ? null : marks.nameMark,
  };
}

/** An account as it is kept, right or wrong. */
export function sealCard(vault: Vault, card: string): string {
  return vault.seal(card, cardPurpose);
}

/** By which an account of a bank is found again, however it is written. */
export function hashCard(vault: Vault, bankCode: string, card: string): string {
  return vault.keyedHash(`${bankCode} ${isPayoutNetwork(bankCode) ? card : foldAccount(card)}`, cardPurpose);
}

/** The account to send money to. */
export function openCard(vault: Vault, sealed: string): string {
  return vault.open(sealed, cardPurpose);
}

/** What is not kept of an exchange about a payout. What cannot be opened here was not sent from here either. */
export function cardToHide(vault: Vault, sealed: string): readonly string[] {
  try {
    return [openCard(vault, sealed)];
  } catch {
    return [];
  }
}

/**
 * The account of a kept payee, once it is known for the one that was asked for. Whoever can write the table could put the
 * sealed account of another order in its place, which opens as well; then this throws.
 */
export function openPayee(
  vault: Vault,
  payee: { readonly bank_code: string; readonly card_sealed: string; readonly card_hash: string },
): string {
  const card = openCard(vault, payee.card_sealed);
  if (hashCard(vault, payee.bank_code, card) !== payee.card_hash) {
    throw new Error('The sealed account is not the one that this payout was asked for');
  }
  return card;
}
