import type { BatchColumn } from '@suanpan/contract/endpoints/payout-batches';
import { foldCard } from '@suanpan/domain/names/fold-name';
import { maskCard } from '@suanpan/domain/names/mask';
import type { Vault } from '../../../platform/crypto/vault.ts';
import { bankCalled } from '../../settings/index.ts';
import { sealCard } from '../submit/payee.ts';
import type { BatchCells } from './batch.store.ts';

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
