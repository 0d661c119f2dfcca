import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import type { addWithdrawAccount } from '@suanpan/contract/endpoints/withdrawals';
import { Refusal } from '@suanpan/domain/errors';
import { foldAccount, foldCard } from '@suanpan/domain/names/fold-name';
import { maskCard } from '@suanpan/domain/names/mask';
import type { Vault } from '../../../platform/crypto/vault.ts';
import { payeeMarks } from '../../risk/index.ts';
import { banksOf } from '../../settings/index.ts';
import { isChainAddress } from './chain-address.ts';

/** What an account number is sealed for (withdraw_account.card_sealed). */
const cardPurpose = 'withdraw_account.card';
const cardPattern = /^\d{6,20}$/;
const country = 'TW';

/** The columns of an account, as its door takes them. */
export type KeptAccount = Readonly<Record<string, string | null>>;

/**
 * An account as it is kept. Refuses `fillCompleteData` where a field is empty that its kind needs, `selectCorrectBankName` for a
 * bank that is not in the list, and `invalidAddress` for a chain address whose checksum is wrong.
 */
export function keepAccount(vault: Vault, input: ParsedInputOf<typeof addWithdrawAccount>): KeptAccount {
  return input.type === 'bank' ? keepBankAccount(vault, input) : keepChainAddress(vault, input);
}

type Typed = ParsedInputOf<typeof addWithdrawAccount>;

function keepBankAccount(vault: Vault, input: Typed): KeptAccount {
  const { account_name, bank_code, card_no, currency } = input;
  if (!account_name || !bank_code || !card_no || currency === 'USDT') throw new Refusal('fillCompleteData');
  if (!banksOf(country)?.some(({ code }) => code === bank_code)) throw new Refusal('selectCorrectBankName');
  const card = foldCard(card_no);
  if (!cardPattern.test(card)) {
    throw new Refusal('fillCompleteData', { fields: { card_no: ['-'] } });
  }
  const marks = payeeMarks(vault, { name: account_name, card });
  return {
    type: 'bank',
    currency,
    account_name,
    bank_code,
    branch: input.branch || null,
    province: input.province || null,
    city: input.city || null,
    alias: input.alias || null,
    card_sealed: vault.seal(card, cardPurpose),
    card_shown: maskCard(card),
    account_hash: hashAccount(vault, card),
    name_mark: marks.nameMark,
    card_mark: marks.cardMark,
  };
}

function keepChainAddress(vault: Vault, input: Typed): KeptAccount {
  const { address, network, account_name } = input;
  if (!address || network === undefined || input.currency !== 'USDT') throw new Refusal('fillCompleteData');
  if (!isChainAddress(address, network)) throw new Refusal('invalidAddress');
  const marks = payeeMarks(vault, { name: account_name ?? '', card: address });
  return {
    type: 'chain',
    currency: 'USDT',
    account_name: account_name || null,
    alias: input.alias || null,
    address,
    network,
    account_hash: hashAddress(vault, address),
    name_mark: account_name ? marks.nameMark : null,
    card_mark: marks.cardMark,
  };
}

/** By which a bank account is found again, however it is written. */
export function hashAccount(vault: Vault, card: string): string {
  return vault.keyedHash(foldAccount(card), cardPurpose);
}

/** By which a chain address is found again; one of Tron differs by the size of its letters. */
export function hashAddress(vault: Vault, address: string): string {
  return vault.keyedHash(`address ${address}`, cardPurpose);
}

/**
 * The account to wire money to, once it is known for the one that was applied with. Whoever can write the table could put the
 * sealed account of another row in its place, which opens as well; then this throws.
 */
export function openAccount(
  vault: Vault,
  kept: {
    readonly card_sealed: string | null;
    readonly address: string | null;
    readonly account_hash: string;
  },
): string {
  const shown = kept.card_sealed === null ? (kept.address ?? '') : vault.open(kept.card_sealed, cardPurpose);
  const hash = kept.card_sealed === null ? hashAddress(vault, shown) : hashAccount(vault, shown);
  if (hash !== kept.account_hash) throw new Error('The sealed account is not the one that was applied with');
  return shown;
}
