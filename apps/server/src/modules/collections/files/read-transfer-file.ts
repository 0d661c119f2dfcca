import { hash } from 'node:crypto';
import { Refusal } from '@suanpan/domain/errors';
import type { ErrorName } from '@suanpan/domain/errors';
import { transferFileMaxRows } from '@suanpan/domain/limits';
import { transferColumns, transferFaults } from '@suanpan/domain/transfers/transfer-file';
import type { TransferColumn, TransferFault } from '@suanpan/domain/transfers/transfer-file';
import { locales } from '@suanpan/messages/locale';
import { translate } from '@suanpan/messages/translate';
import type { Currency } from '@suanpan/money/currency';
import { readSum, readTime } from '../../../platform/sheets/cell-values.ts';
import { findColumns } from '../../../platform/sheets/find-columns.ts';
import { readSheet } from '../../../platform/sheets/read-sheet.ts';
import { UnreadableSheet } from '../../../platform/sheets/sheet.ts';
import type { SheetCell, SheetEncoding, SheetFault, SheetRow } from '../../../platform/sheets/sheet.ts';

/** What came in, as a line of a file tells it; the sum in minor units. */
export interface FileLine {
  readonly n: number;
  readonly ref: string;
  readonly destination: string;
  readonly at: Date;
  readonly amount: bigint;
  readonly payerName: string | null;
  readonly payerLast5: string | null;
  readonly memo: string | null;
}

/** The account whose statement it is said to be. */
export interface FileOf {
  readonly currency: Currency;
  /** Where all of it came in; null where each line says under which number it did. */
  readonly destination: string | null;
  /** Whether a number is one of the account's own. */
  readonly isIts: (destination: string) => boolean;
  /** What came in before is not held against orders; null: nothing did. */
  readonly since: Date | null;
  readonly now: Date;
}

export interface ReadFile {
  /** What its text was read as; null of a workbook. */
  readonly encoding: SheetEncoding | null;
  readonly lines: readonly FileLine[];
  /** Lines of what went out, and those that say once more what another said. */
  readonly passedOver: number;
  readonly bad: readonly { readonly line: number; readonly why: TransferFault }[];
  readonly badCount: number;
  readonly columns: readonly { readonly column: TransferColumn; readonly title: string }[];
}

const refusals: Readonly<Record<SheetFault, ErrorName>> = {
  unreadable: 'batchFileUnreadable',
  encoding: 'batchFileEncoding',
  tooManyRows: 'batchFileTooLong',
};
/** So many faults are told one by one; all of them are counted. */
const faultsShown = 200;
const textMost = 128;
/** Banks write whose statement it is above its columns. */
const rowsAboveMost = 20;
/** All of a file, in minor units: far beyond any statement, and far below what sums are kept in. */
const sumMost = 10n ** 17n;
const minuteMs = 60_000;
const zipBegins = Buffer.from('PK\u0003\u0004', 'latin1');

/** What programs call their columns; people's titles are words of every language. */
const usual: Readonly<Record<TransferColumn, readonly string[]>> = {
  at: ['at', 'date', 'booked_at', 'transaction_time', 'datetime'],
  time: ['time'],
  amount: ['amount', 'credit', 'deposit'],
  ref: ['ref', 'transaction_no', 'bank_no', 'serial_no'],
  payer_name: ['payer_name', 'name', 'sender'],
  payer_account: ['payer_account', 'account', 'from_account'],
  memo: ['memo', 'remark', 'note'],
  destination: ['destination', 'account_no', 'virtual_account'],
  amount_out: ['amount_out', 'debit', 'withdrawal'],
  direction: ['direction', 'dc', 'debit_credit'],
  currency: ['currency', 'ccy'],
};
type ListOfWords = `titles.${TransferColumn}` | 'directions.in' | 'directions.out' | `currencies.${Currency}`;
const wordsOf = (name: ListOfWords): string[] =>
  locales.flatMap((locale) => translate(locale, `transferFiles.${name}`).split('|'));
const titles = new Map(
  transferColumns.map((column) => [column, [...usual[column], ...wordsOf(`titles.${column}`)]]),
);
const plain = (text: string): string => text.replaceAll(/[\s.]/g, '').toLowerCase();
/** Credit and debit as the bank has them: what came in is its debt. */
const marks = {
  in: new Set(['in', 'c', 'cr', 'credit', '+', ...wordsOf('directions.in')].map(plain)),
  out: new Set(['out', 'd', 'dr', 'debit', '-', ...wordsOf('directions.out')].map(plain)),
};

/**
 * The lines of a bank's statement of a receiving account. Refuses what is no such file, and says why. Nothing is guessed: what is
 * unclear is a fault.
 */
export async function readTransferFile(
  file: Uint8Array,
  of: FileOf,
  named: (column: TransferColumn) => string,
): Promise<ReadFile> {
  const most = transferFileMaxRows + rowsAboveMost + 1;
  const { encoding, rows: all } = await readSheet(file, most, true).catch((error: unknown) => {
    if (!(error instanceof UnreadableSheet)) throw error;
    throw new Refusal(refusals[error.why], { params: { most: String(transferFileMaxRows) } });
  });
  const { header, places, rows } = findHeader(all, named);
  // Nearly any bytes are some Big5: a title that is known says that these are.
  const isSure = [...places.values()].some((place) => /[^ -~]/.test(header.cells[place]?.text ?? ''));
  if (encoding === 'big5' && !isSure) throw new Refusal('batchFileEncoding');
  if (rows.length === 0) throw new Refusal('batchFileEmpty');
  if (rows.length > transferFileMaxRows)
    throw new Refusal('batchFileTooLong', { params: { most: String(transferFileMaxRows) } });
  // A sheet keeps times without a zone: they are those of the platform's.
  const isWorkbook = Buffer.from(file.subarray(0, zipBegins.length)).equals(zipBegins);
  const lines: FileLine[] = [];
  const bad: { line: number; why: TransferFault }[] = [];
  const seen = new Map<string, string>();
  let badCount = 0;
  let passedOver = 0;
  let sum = 0n;
  for (const row of rows) {
    const told = readLine(row, places, of, isWorkbook);
    const line = told !== null && !isFault(told) && told.amount + sum > sumMost ? 'amount' : told;
    if (line === null) passedOver += 1;
    else if (isFault(line) || isOther(seen, line)) {
      badCount += 1;
      if (bad.length < faultsShown) bad.push({ line: row.line, why: isFault(line) ? line : 'duplicate' });
    } else if (seen.has(line.ref)) passedOver += 1;
    else {
      sum += line.amount;
      seen.set(line.ref, factsOf(line));
      lines.push(line);
    }
  }
  const columns = [...places].map(([column, place]) => ({ column, title: header.cells[place]?.text ?? '' }));
  return { encoding, lines, passedOver, bad, badCount, columns };
}

type Places = ReadonlyMap<TransferColumn, number>;

/** The first row that names the columns, and what follows it. Refuses a file without one by what its first row lacks. */
function findHeader(rows: readonly SheetRow[], named: (column: TransferColumn) => string) {
  const needed = ['at', 'amount'] as const;
  const lacksOf = (places: Places) => needed.filter((column) => !places.has(column));
  for (const [n, header] of rows.slice(0, rowsAboveMost + 1).entries()) {
    const places = findColumns(header, titles);
    if (lacksOf(places).length === 0) return { header, places, rows: rows.slice(n + 1) };
  }
  const [first] = rows;
  if (first === undefined) throw new Refusal('batchFileEmpty');
  const columns = lacksOf(findColumns(first, titles)).map(named).join(', ');
  throw new Refusal('batchColumnsMissing', { params: { columns } });
}

const faults: ReadonlySet<unknown> = new Set(transferFaults);
const isFault = (line: FileLine | TransferFault): line is TransferFault => faults.has(line);
const factsOf = ({ amount, at, destination }: FileLine): string =>
  `${amount} ${at.toISOString()} ${destination}`;

/** Under the number of another line it says something else. */
const isOther = (seen: ReadonlyMap<string, string>, line: FileLine): boolean =>
  (seen.get(line.ref) ?? factsOf(line)) !== factsOf(line);

/** Null where nothing came in by it. */
function readLine(
  row: SheetRow,
  places: Places,
  of: FileOf,
  isWorkbook: boolean,
): FileLine | TransferFault | null {
  const cellOf = (column: TransferColumn): SheetCell => row.cells[places.get(column) ?? -1] ?? { text: '' };
  const read = (column: TransferColumn): string => cellOf(column).text.normalize('NFKC').trim();
  const sumIn = (column: 'amount' | 'amount_out'): bigint | null =>
    read(column) === '' ? 0n : readSum(read(column), of.currency);
  const [amount, out] = [sumIn('amount'), sumIn('amount_out')];
  // A sign before digits is a sign, and what went out is nobody's payment.
  if (amount !== null && amount <= 0n) return null;
  const direction = plain(read('direction'));
  if (marks.out.has(direction) || (out !== null && out !== 0n && out === amount)) return null;
  for (const column of places.keys()) if (cellOf(column).isFormula === true) return 'formula';
  if (amount === null) return 'amount';
  if (out !== 0n || (places.has('direction') && !marks.in.has(direction))) return 'direction';
  if (places.has('currency') && !isOwnCurrency(read('currency'), of.currency)) return 'currency';
  // A program that kept it as a number has lost its zeros in front, or its last digits.
  const numbers = ['ref', 'payer_account', 'destination'] as const;
  if (numbers.some((column) => cellOf(column).isNumber === true)) return 'numberCell';
  if (transferColumns.some((column) => read(column).length > textMost)) return 'tooLong';
  const at = readInstant(read('at'), read('time'), isWorkbook);
  if (at === null) return 'time';
  if (of.since !== null && at.getTime() + minuteMs <= of.since.getTime()) return 'tooEarly';
  if (at.getTime() > of.now.getTime() + minuteMs) return 'future';
  const place = read('destination');
  if (place === '' && of.destination === null) return 'destination';
  const destination = place === '' ? of.destination : ownPlace(place, of);
  if (destination === null) return 'otherAccount';
  const account = read('payer_account').replaceAll(/\D/g, '');
  const facts = {
    destination,
    at,
    amount,
    payerName: read('payer_name') || null,
    payerLast5: account.length < 5 ? null : account.slice(-5),
    memo: read('memo') || null,
  };
  const own = read('ref');
  return { n: row.line, ref: own === '' ? markOf(facts) : own, ...facts };
}

const isOwnCurrency = (said: string, currency: Currency): boolean =>
  [currency, ...wordsOf(`currencies.${currency}`)].map(plain).includes(plain(said));

/** The account's own number that is meant: with its bank's before it, or with a part of it hidden. Null for another's. */
function ownPlace(said: string, { destination, isIts }: FileOf): string | null {
  const [head = '', ...others] = said.replaceAll(/[\s-]/g, '').split(/[^0-9]+/);
  const tail = others.at(-1);
  const whole = tail === undefined ? head : '';
  const written = [whole, whole.replace(/^0+/, '')].find((digits) => digits !== '' && isIts(digits));
  if (written !== undefined || destination === null) return written ?? null;
  const isIt =
    tail === undefined
      ? whole.endsWith(destination)
      : tail.length >= 4 && destination.startsWith(head) && destination.endsWith(tail);
  return isIt ? destination : null;
}

/** By which a line without a number is known again. */
function markOf({
  amount,
  at,
  destination,
  memo,
  payerLast5,
  payerName,
}: Omit<FileLine, 'n' | 'ref'>): string {
  const said = [destination, at.toISOString(), String(amount), payerName, payerLast5, memo];
  return `file ${hash('sha256', JSON.stringify(said), 'hex').slice(0, 40)}`;
}

const zoneless = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})\.000Z$/;
/** A day of the Republic's years, which banks here write. */
const republican = /^(\d{2,3})([/.-])(\d{1,2})[/.-](\d{1,2})(.*)$/s;

/** Without marks between, as banks' own files have them. */
const bareDay = /^(\d{3,4})(\d{2})(\d{2})(?=$|\s)/;
const bareTime = /^(\d{2})(\d{2})(\d{2})$/;

/** A day alone is no time: which of a day's payments it is would be guessed. */
function readInstant(saidDay: string, saidTime: string, isWorkbook: boolean): Date | null {
  const day = saidDay.replace(bareDay, '$1-$2-$3');
  const time = saidTime.replace(bareTime, '$1:$2:$3');
  const local = isWorkbook ? day.replace(zoneless, '$1+08:00') : day;
  const common = local.replace(
    republican,
    (_, year: string, _mark, month: string, date: string, rest: string) =>
      `${Number(year) + 1911}-${month}-${date}${rest}`, // Not money: a year.
  );
  const whole = time === '' ? common : `${common} ${time}`;
  return /\d:\d{2}/.test(whole) ? readTime(whole) : null;
}
