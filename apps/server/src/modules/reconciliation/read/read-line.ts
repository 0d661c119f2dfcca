import { hash } from 'node:crypto';
import { outgoingKinds, statementKinds, statementStatuses } from '@suanpan/domain/reconciliation';
import type {
  LineFault,
  StatementColumn,
  StatementKind,
  StatementStatus,
} from '@suanpan/domain/reconciliation';
import { regionDayFromText, startOfRegionDay } from '@suanpan/domain/region-day';
import { locales } from '@suanpan/messages/locale';
import { translate } from '@suanpan/messages/translate';
import type { Currency } from '@suanpan/money/currency';
import { readSum, readTime } from '../../../platform/sheets/cell-values.ts';
import type { SheetCell, SheetRow } from '../../../platform/sheets/sheet.ts';
import { wordsOf } from './column-titles.ts';
import type { ColumnPlaces } from './column-titles.ts';

/** A line as it is kept; amounts in minor units, above zero what came in. */
export interface StatementLine {
  readonly n: number;
  /** Of all that it says, so that the same line is known again. */
  readonly mark: Buffer;
  readonly kind: StatementKind;
  readonly ref: string;
  readonly ownNo: string;
  readonly amount: bigint;
  readonly fee: bigint | null;
  readonly status: StatementStatus;
  readonly at: Date | null;
}

/** What the statement was said to be. */
export interface StatementOf {
  readonly currency: Currency;
  readonly direction: 'collection' | 'payout';
  /** YYYY-MM-DD, in the platform's zone. */
  readonly day: string;
}

/** Without case, blanks and dashes. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]/gu, '');

const kindOf: ReadonlyMap<string, StatementKind> = new Map(
  statementKinds.flatMap((kind) =>
    locales.flatMap((locale) =>
      wordsOf(translate(locale, `reconciliation.kindWords.${kind}`)).map(
        (word) => [plain(word), kind] as const,
      ),
    ),
  ),
);
const statusOf: ReadonlyMap<string, StatementStatus> = new Map(
  statementStatuses.flatMap((status) =>
    locales.flatMap((locale) =>
      wordsOf(translate(locale, `reconciliation.statusWords.${status}`)).map(
        (word) => [plain(word), status] as const,
      ),
    ),
  ),
);

const numberMost = 128;
const hourMs = 3_600_000;
const borderMs = 24 * hourMs;

/** A line of a statement, or why it cannot be read. Nothing is guessed: what is unclear is a fault. */
export function readLine(row: SheetRow, places: ColumnPlaces, of: StatementOf): StatementLine | LineFault {
  const cellOf = (column: StatementColumn): SheetCell => row.cells[places.get(column) ?? -1] ?? { text: '' };
  const read = (column: StatementColumn): string => cellOf(column).text.normalize('NFKC').trim();
  for (const column of places.keys()) if (cellOf(column).isFormula === true) return 'formula';
  // A program that kept it as a number has lost its zeros in front, or its last digits.
  if (cellOf('ref').isNumber === true || cellOf('own_no').isNumber === true) return 'numberCell';
  const [ref, ownNo] = [cellOf('ref').text, cellOf('own_no').text];
  if (ref.length > numberMost || ownNo.length > numberMost) return 'tooLong';
  const currency = read('currency').toUpperCase();
  if (currency !== '' && currency !== of.currency && !(of.currency === 'TWD' && currency === 'NTD'))
    return 'currency';
  const said = plain(read('kind'));
  const kind = said === '' ? (of.direction === 'payout' ? 'payout' : 'payment') : kindOf.get(said);
  if (kind === undefined) return 'kind';
  const state = plain(read('status'));
  const status = state === '' ? 'done' : statusOf.get(state);
  if (status === undefined) return 'status';
  const written = readSum(read('amount'), of.currency);
  if (written === null) return 'amount';
  if (written === 0n) return 'zero';
  const isOut = outgoingKinds.has(kind);
  if (!isOut && written < 0n) return 'sign';
  const amount = isOut && written > 0n ? -written : written;
  const price = read('fee');
  const fee = price === '' ? null : readSum(price, of.currency);
  if (price !== '' && fee === null) return 'fee';
  const time = read('at');
  const at = time === '' ? null : readTime(time);
  if (time !== '' && at === null) return 'time';
  if (at !== null) {
    const begins = startOfRegionDay(regionDayFromText(of.day)).getTime();
    if (at.getTime() < begins - borderMs || at.getTime() >= begins + 2 * borderMs) return 'otherDay';
  }
  if (ref === '' && ownNo === '' && at === null) return 'unnamed';
  const line = { kind, ref, ownNo, amount, fee: fee === null || fee >= 0n ? fee : -fee, status, at };
  const mark = hash(
    'sha256',
    JSON.stringify([kind, ref, ownNo, String(amount), line.fee === null ? '' : String(line.fee), status, at]),
    'buffer',
  ).subarray(0, 16);
  return { n: row.line, mark, ...line };
}
