import { setImmediate as breathe } from 'node:timers/promises';
import { feeOf } from '@suanpan/domain/fees/split';
import { patterns } from '@suanpan/contract/patterns';
import { Refusal } from '@suanpan/domain/errors';
import { payerNameMaxLength } from '@suanpan/domain/limits';
import { refuseOrderAmount } from '@suanpan/domain/order-amount';
import type { Locale } from '@suanpan/messages/locale';
import { translate, translateError } from '@suanpan/messages/translate';
import { readPositiveAmount } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { parseRate } from '@suanpan/money/rate';
import { businessNow } from '../../../platform/clock.ts';
import type { MerchantChannelRow } from '../../channels/index.ts';
import type { MerchantInScope } from '../../orders/index.ts';
import { banksOf } from '../../settings/index.ts';
import { pickWay } from '../route/choose-way.ts';
import type { MerchantWays } from '../route/merchant-ways.ts';
import { wayless } from '../route/wayless.ts';
import type { Payouts } from '../service.ts';
import { hashCard, openCard } from '../submit/payee.ts';
import type { Payee } from '../submit/payee.ts';
import { mayTake, refusePayee } from '../submit/submit-payout.ts';
import { recentTwins, usedNumbers } from './batch.queries.ts';
import type { KeptRow } from './batch.queries.ts';

/** What a row comes to now. */
export interface JudgedRow {
  readonly row: KeptRow;
  readonly orderNo: string;
  /** Minor units; both null where they are not understood. */
  readonly amount: bigint | null;
  readonly payee: Payee | null;
  /** By which channel and at what fee it would go now. */
  readonly way: { readonly channelId: bigint; readonly fee: bigint } | null;
  readonly isDuplicate: boolean;
  /** Sentences by column; a row without any can be submitted. */
  readonly errors: Readonly<Record<string, string[]>>;
}

export interface BatchToJudge {
  readonly id: bigint;
  readonly currency: Currency;
}

/** Rows between which others have their turn. */
const atOnce = 250;
const memoMaxLength = 500;
const branchMaxLength = 128;

/** The number of a row that brings none: the same whenever it is submitted. */
export const orderNoOf = (batchId: bigint, row: Pick<KeptRow, 'n' | 'order_no'>): string =>
  row.order_no === '' ? `B${batchId}-${row.n}` : row.order_no;

/**
 * Judges the rows of a batch that are no payouts yet, in their order: form, banks, lists, numbers that are used, the way and its
 * fee, and whom the merchant paid the same within the file or the last day. Keeps nothing.
 */
export async function judgeRows(
  payouts: Payouts,
  locale: Locale,
  merchant: MerchantInScope,
  batch: BatchToJudge,
  rows: readonly KeptRow[],
): Promise<JudgedRow[]> {
  const { db, vault } = payouts;
  const at = await businessNow(db.app);
  let ways = await payouts.ways.find(merchant.id, batch.currency);
  const read = rows
    .filter(({ payout_id: payoutId }) => payoutId === null)
    .map((row) => readRow(payouts, locale, batch, row));
  const twins = await recentTwins(
    db.app,
    merchant.id,
    batch.currency,
    read.flatMap(({ amount, payee }) =>
      amount === null || payee === null
        ? []
        : [{ cardHash: hashCard(vault, payee.bankCode, payee.accountNo), amount }],
    ),
  );
  const numbers = new Set(
    await usedNumbers(
      db.app,
      merchant.id,
      read.map(({ orderNo }) => orderNo),
    ),
  );
  const pairs = new Set(twins);
  const judged: JudgedRow[] = [];
  for (const [index, each] of read.entries()) {
    if (index % atOnce === atOnce - 1) await breathe();
    const { amount, errors, payee } = each;
    const add = (column: string, says: string): void => void (errors[column] ??= []).push(says);
    if (numbers.has(each.orderNo)) add('order_no', translateError(locale, 'orderNumberUsed'));
    numbers.add(each.orderNo);
    if (amount === null || payee === null) {
      judged.push({ ...each, way: null, isDuplicate: false });
      continue;
    }
    const pair = `${hashCard(vault, payee.bankCode, payee.accountNo)} ${amount}`;
    const isDuplicate = pairs.has(pair);
    pairs.add(pair);
    if (isDuplicate && !each.row.is_duplicate_known)
      add('duplicate', translateError(locale, 'duplicatePayout'));
    refusing(locale, add, 'card_no', () =>
      refusePayee(payouts, merchant.agent_id, { name: payee.accountName, card: payee.accountNo }),
    );
    refusing(locale, add, 'amount', () => refuseOrderAmount(amount, batch.currency));
    const found =
      ways && wayOf(payouts, ways, { amount, currency: batch.currency, at, payer: payee.accountName });
    if (found === undefined) add('amount', translateError(locale, 'noChannelAvailable'));
    else if (found instanceof Refusal) add('amount', translateError(locale, found.refusal, found.params));
    else ways = found.ways;
    const way = found === undefined || found instanceof Refusal ? null : found.way;
    judged.push({ ...each, way, isDuplicate });
  }
  return judged;
}

type ReadRow = Omit<JudgedRow, 'way' | 'isDuplicate' | 'errors'> & {
  readonly errors: Record<string, string[]>;
};

function readRow({ vault }: Payouts, locale: Locale, batch: BatchToJudge, row: KeptRow): ReadRow {
  const errors: Record<string, string[]> = {};
  const add = (column: string, says: string): void => void (errors[column] ??= []).push(says);
  const faulty = new Set<string>();
  for (const fault of row.faults) {
    const [column = '', kind] = fault.split(':');
    faulty.add(column);
    add(
      column,
      translate(
        locale,
        kind === 'formula' ? 'payment.batch.faults.formula' : 'payment.batch.faults.numberCell',
      ),
    );
  }
  const accountNo = openCard(vault, row.card_sealed);
  const isMissing = (column: 'bank_code' | 'account_name' | 'card_no' | 'amount', text: string): boolean => {
    if (text === '') add(column, translate(locale, `payment.required.${column}`));
    return text === '';
  };
  if (!isMissing('bank_code', row.bank_code) && !isBank(row.bank_code))
    add('bank_code', translateError(locale, 'selectCorrectBankName'));
  if (!isMissing('account_name', row.account_name))
    plain(locale, add, 'account_name', row.account_name, payerNameMaxLength);
  if (!isMissing('card_no', accountNo) && !patterns.accountNo.test(accountNo))
    add('card_no', translate(locale, 'fields.patterns.accountNo'));
  plain(locale, add, 'branch', row.branch, branchMaxLength);
  plain(locale, add, 'memo', row.memo, memoMaxLength);
  const orderNo = orderNoOf(batch.id, row);
  if (!patterns.orderNo.test(orderNo)) add('order_no', translate(locale, 'fields.patterns.orderNo'));
  const amount = isMissing('amount', row.amount) ? null : readPositiveAmount(row.amount, batch.currency);
  if (row.amount !== '' && amount === null) add('amount', translateError(locale, 'invalidAmount'));
  const isKnown = !['bank_code', 'account_name', 'card_no', 'branch'].some(
    (column) => errors[column] !== undefined,
  );
  const payee = {
    accountName: row.account_name,
    bankCode: row.bank_code,
    branch: row.branch || null,
    accountNo,
  };
  return {
    row,
    orderNo,
    amount: errors['amount'] === undefined ? amount : null,
    payee: isKnown ? payee : null,
    errors,
  };
}

const isBank = (code: string): boolean => banksOf('TW')?.some((bank) => bank.code === code) === true;

function plain(
  locale: Locale,
  add: (column: string, says: string) => void,
  column: string,
  text: string,
  max: number,
): void {
  if (text.length > max) add(column, translate(locale, 'common.validation.tooLong', { max: String(max) }));
  if (!patterns.plainLine.test(text)) add(column, translate(locale, 'fields.patterns.plainLine'));
}

function refusing(
  locale: Locale,
  add: (column: string, says: string) => void,
  column: string,
  check: () => void,
): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    add(column, translateError(locale, error.refusal, error.params));
  }
}

/** The channel whose turn it is, what the merchant pays by it, and the ways with the turn gone on; or why there is none. */
function wayOf(
  payouts: Payouts,
  ways: MerchantWays,
  about: { readonly amount: bigint; readonly currency: Currency; readonly at: Date; readonly payer: string },
): { readonly way: { channelId: bigint; fee: bigint }; readonly ways: MerchantWays } | Refusal {
  const { way, weights } = pickWay(ways.channels, {
    ...about,
    hasSubAgent: ways.chain.sub_agent_id !== null,
    hasMiddleman: ways.chain.middleman_id !== null,
    mayTake: mayTake(payouts, false),
    refused: new Set(),
    exceptions: ways.exceptions,
    turns: ways.turns,
  });
  const row = ways.channels.find(({ alias, channel_id: id }) => id === way.channelId && alias === way.method);
  if (row === undefined) return wayless(way.route.candidates, ways.channels, about.currency);
  const turns = new Map([...ways.turns, ...weights]);
  return { way: { channelId: row.channel_id, fee: feeBy(row, about.amount) }, ways: { ...ways, turns } };
}

/** What the merchant pays by this way for an amount in ledger units. */
export function feeBy(row: MerchantChannelRow, amount: bigint): bigint {
  return feeOf(amount, { pct: parseRate(row.merchant_pct), perItem: row.merchant_per_item });
}
