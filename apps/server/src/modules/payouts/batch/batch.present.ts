import type { BatchHead, BatchRow, BatchView } from '@suanpan/contract/endpoints/payout-batches';
import type { ErrorName } from '@suanpan/domain/errors';
import type { Locale } from '@suanpan/messages/locale';
import { translate, translateError } from '@suanpan/messages/translate';
import { formatLedger } from '@suanpan/money/amount';
import { countOf } from '../../../platform/db/count-of.ts';
import type { MerchantInScope } from '../../orders/index.ts';
import { bankName } from '../../settings/index.ts';
import type { BatchHeadRow, KeptRow } from './batch.queries.ts';
import { orderNoOf } from './judge-rows.ts';
import type { JudgedRow } from './judge-rows.ts';
import { isGood } from './seal-row.ts';

export function presentHead(row: BatchHeadRow, { id, name }: MerchantInScope): BatchHead {
  return {
    id: String(row.id),
    customer: { id: String(id), name },
    currency: row.currency,
    file_name: row.file_name,
    state: row.state,
    created_at: row.created_at.toISOString(),
    made_by: { id: String(row.made_by), name: row.made_by_name },
    submitted_at: row.submitted_at?.toISOString() ?? null,
    count: countOf(row.count),
    made: countOf(row.made),
    waiting: countOf(row.waiting),
  };
}

export interface BatchSums {
  readonly good: readonly JudgedRow[];
  readonly bad: number;
  readonly duplicates: number;
  readonly sum: bigint;
  readonly fee: bigint;
}

export function sumRows(judged: readonly JudgedRow[]): BatchSums {
  const good = judged.filter(isGood);
  return {
    good,
    bad: judged.length - good.length,
    duplicates: judged.filter(({ isDuplicate }) => isDuplicate).length,
    sum: good.reduce((sum, { amount }) => sum + amount, 0n),
    fee: good.reduce((sum, { way }) => sum + way.fee, 0n),
  };
}

export interface BatchPage {
  readonly page: number;
  readonly paginate: number;
  readonly only: 'all' | 'wrong' | 'duplicate' | 'unpaid';
}

/** A batch as its merchant's people may see it, and one page of its rows. */
export function presentBatch(
  locale: Locale,
  head: BatchHeadRow,
  merchant: MerchantInScope,
  rows: readonly KeptRow[],
  judged: readonly JudgedRow[],
  available: bigint,
  { only, page, paginate }: BatchPage,
): BatchView {
  const { currency } = head;
  const { bad, duplicates, fee, good, sum } = sumRows(judged);
  const say = (minor: bigint): string => formatLedger(minor, currency);
  const judgedOf = new Map(judged.map((each) => [each.row.n, each]));
  const shown = rows.filter((row) => {
    const each = judgedOf.get(row.n);
    if (only === 'wrong') return each !== undefined && !isGood(each);
    if (only === 'duplicate') return each?.isDuplicate === true;
    return only === 'all' || row.payout_id === null;
  });
  return {
    ...presentHead(head, merchant),
    version: head.version,
    good: good.length,
    bad,
    duplicates,
    sum: say(sum),
    fee: say(fee),
    total: say(sum + fee),
    available: say(available),
    rows: shown
      .slice((page - 1) * paginate, page * paginate)
      .map((row) => presentRow(locale, head, row, judgedOf.get(row.n))),
    page,
    paginate,
    shown: shown.length,
  };
}

function presentRow(
  locale: Locale,
  { currency, id }: BatchHeadRow,
  row: KeptRow,
  judged: JudgedRow | undefined,
): BatchRow {
  const fee = judged === undefined ? row.fee : (judged.way?.fee ?? null);
  return {
    n: row.n,
    bank_code: row.bank_code,
    bank_name: bankName(row.bank_code, locale),
    account_name: row.account_name,
    card_no: row.card_shown,
    amount: row.amount,
    branch: row.branch,
    memo: row.memo,
    order_no: row.payout_id === null ? row.order_no : orderNoOf(id, row),
    fee: fee === null ? null : formatLedger(fee, currency),
    is_duplicate: judged?.isDuplicate ?? false,
    duplicate_known: row.is_duplicate_known,
    errors: { ...judged?.errors },
    payout_id: row.payout_id === null ? null : String(row.payout_id),
    outcome: outcomeOf(locale, row),
  };
}

function outcomeOf(locale: Locale, { outcome, seal }: KeptRow): string | null {
  if (outcome === 'created') return translate(locale, 'payment.batch.created');
  if (outcome !== null)
    return isWithFigures(outcome)
      ? translate(locale, `payment.batch.outcomes.${outcome}`)
      : translateError(locale, outcome as ErrorName);
  return seal === null ? null : translate(locale, 'payment.batch.due');
}

/** Their sentences name figures of the moment in which they were refused, which nobody keeps. */
const withFigures = ['insufficientBalance', 'amountOutOfRange', 'receivableOutstanding'] as const;
const isWithFigures = (name: string): name is (typeof withFigures)[number] =>
  withFigures.some((each) => each === name);
