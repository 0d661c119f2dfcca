import type { BatchColumn } from '@suanpan/contract/endpoints/payout-batches';
import { foldCard, foldName } from '@suanpan/domain/names/fold-name';
import { maskCard } from '@suanpan/domain/names/mask';
import type { Vault } from '../../../platform/crypto/vault.ts';
import { banksOf } from '../../settings/index.ts';
import { sealCard } from '../submit/payee.ts';
import type { BatchCells } from './batch.store.ts';

/** What a bank's name ends in and people leave out: 國泰世華銀行 and 國泰世華 are 國泰世華商業銀行. */
const endings = ['商銀', '銀行', '儲蓄', '商業', '國際'].map(foldName);
const coreOf = (folded: string): string =>
  endings.reduce((rest, end) => (rest.endsWith(end) ? rest.slice(0, -end.length) : rest), folded);

/** Codes by name, whole and without its ending; null where several are called so. */
function namesOfBanks(): ReadonlyMap<string, string | null> {
  const banks = banksOf('TW') ?? [];
  const names = new Map<string, string | null>();
  for (const { code, name } of banks) {
    const core = coreOf(foldName(name));
    if (core !== '') names.set(core, names.has(core) ? null : code);
  }
  for (const { code, name, nameEn } of banks) names.set(foldName(name), code).set(foldName(nameEn), code);
  return names;
}
const names = namesOfBanks();

function bankCalled(text: string): string | undefined {
  const name = foldName(text);
  return names.get(name) ?? names.get(coreOf(name)) ?? undefined;
}

const codeAndName = /^(\d{3})(.+)$/;

/** A bank as it is known: its code with all three digits, found by its code, its name or both; otherwise as it was written. */
function readBank(text: string): string {
  const code = foldCard(text);
  if (/^\d{1,3}$/.test(code)) return code.padStart(3, '0');
  const [, said, name = ''] = codeAndName.exec(text.normalize('NFKC').trim()) ?? [];
  const found = said === undefined ? bankCalled(text) : bankCalled(name);
  return found !== undefined && (said === undefined || said === found) ? found : text.trim();
}

const grouped = /^\d{1,3}(,\d{3})+(\.\d+)?$/;

/** An amount in plain digits, where it is one; full-width digits and commas between thousands are what they mean. */
function readAmountText(text: string): string {
  const plain = text.normalize('NFKC').trim();
  return grouped.test(plain) ? plain.replaceAll(',', '') : plain;
}

/** A row as it is kept: understood where that is certain, as it was written where it is not. The card is kept sealed. */
export function keepCells(vault: Vault, texts: Readonly<Record<BatchColumn, string>>): BatchCells {
  const { cardSealed, cardShown } = keepTypedCard(vault, texts.card_no);
  return {
    bankCode: readBank(texts.bank_code),
    accountName: texts.account_name.trim(),
    cardSealed,
    cardShown,
    amount: readAmountText(texts.amount),
    branch: texts.branch.trim(),
    memo: texts.memo.trim(),
    orderNo: texts.order_no.normalize('NFKC').trim(),
  };
}

export function keepTypedCard(vault: Vault, text: string): { cardSealed: string; cardShown: string } {
  const card = foldCard(text);
  return { cardSealed: sealCard(vault, card), cardShown: maskCard(card) };
}
