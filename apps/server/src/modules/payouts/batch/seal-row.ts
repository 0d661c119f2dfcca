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

/** Who submitted a batch, and whether that is enough. */
export interface SubmittedBy {
  readonly personId: bigint | null;
  readonly isAgreed: boolean | null;
}

/**
 * What was submitted of a row, and by whom: whoever writes the tables can put no other payee and no other sum in its place, nor
 * somebody else's name to it, nor do without the second person.
 */
export function sealOf(vault: Vault, row: RowMeaning, { isAgreed, personId }: SubmittedBy): string {
  const said = [...meaningOf(row), String(row.channelId), String(personId), isAgreed === true];
  return vault.keyedHash(JSON.stringify(said), 'payout_batch_row.seal');
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
