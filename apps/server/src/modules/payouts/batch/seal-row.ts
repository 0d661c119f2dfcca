import { hash } from 'node:crypto';
import type { Vault } from '../../../platform/crypto/vault.ts';
import type { MerchantInScope } from '../../orders/index.ts';
import type { Payee } from '../submit/payee.ts';
import type { JudgedRow } from './judge-rows.ts';

/** A row that can be submitted. */
export interface GoodRow extends JudgedRow {
  readonly amount: bigint;
  readonly payee: Payee;
  readonly way: NonNullable<JudgedRow['way']>;
}

export function isGood(judged: JudgedRow): judged is GoodRow {
  const { amount, errors, payee, way } = judged;
  return Object.keys(errors).length === 0 && amount !== null && payee !== null && way !== null;
}

export interface RowMeaning {
  readonly customerId: bigint;
  readonly currency: string;
  readonly n: number;
  readonly orderNo: string;
  readonly payee: Payee;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly channelId: bigint;
  readonly isDuplicateKnown: boolean;
}

function meaningOf(row: RowMeaning): readonly (string | boolean | null)[] {
  const { accountName, accountNo, bankCode, branch } = row.payee;
  return [
    String(row.customerId),
    row.currency,
    String(row.n),
    row.orderNo,
    accountName,
    bankCode,
    branch,
    accountNo,
    String(row.amount),
    String(row.fee),
    row.isDuplicateKnown,
  ];
}

/** What was submitted of a row: whoever writes the table cannot put another payee or another sum in its place. */
export function sealOf(vault: Vault, row: RowMeaning): string {
  return vault.keyedHash(JSON.stringify([...meaningOf(row), String(row.channelId)]), 'payout_batch_row.seal');
}

export function meaning(merchant: Pick<MerchantInScope, 'id'>, currency: string, good: GoodRow): RowMeaning {
  return {
    customerId: merchant.id,
    currency,
    n: good.row.n,
    orderNo: good.orderNo,
    payee: good.payee,
    amount: good.amount,
    fee: good.way.fee,
    channelId: good.way.channelId,
    isDuplicateKnown: good.row.is_duplicate_known,
  };
}

/** What the code of a submission is spent on: merchant, currency and each row, its fee with it. */
export function batchHash(rows: readonly RowMeaning[]): string {
  return hash('sha256', JSON.stringify(rows.map(meaningOf)), 'hex');
}
