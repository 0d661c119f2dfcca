import type { InputOf } from '@suanpan/contract/endpoint';
import type { MatrixRow, priceEffect } from '@suanpan/contract/endpoints/price-matrix';
import { judgePrice, type PriceJudgement } from '@suanpan/domain/fees/judge-price';
import type { CollectionTerms, FeeTerms } from '@suanpan/domain/fees/split';
import { AmountFormatError, formatLedger, parseSignedLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { RateFormatError, formatRate, parseRate } from '@suanpan/money/rate';

export type Direction = 'collection' | 'payout';

/** The cells of a row in their order on the screen: percent and per item of each party. */
export const cellNames = [
  'merchant.pct',
  'merchant.per_item',
  'sub_agent.pct',
  'sub_agent.per_item',
  'middleman.pct',
  'middleman.per_item',
] as const;
export type CellName = (typeof cellNames)[number];
const parties = ['merchant', 'sub_agent', 'middleman'] as const;

/** What is typed, row by row, and where the senior agent allows a loss. */
export interface Draft {
  readonly cells: Readonly<Record<string, readonly string[]>>;
  readonly losses: Readonly<Record<string, boolean>>;
}

export const rowKeyOf = (row: MatrixRow): string => `${row.customer.id} ${row.channel_id} ${row.alias}`;

const plainItem = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

/** What stands, as text that a person would type. */
export function draftOf(rows: readonly MatrixRow[]): Draft {
  return {
    cells: Object.fromEntries(
      rows.map((row) => [
        rowKeyOf(row),
        parties.flatMap((party) => {
          const fee = row[`${party}_fee`];
          return fee === null ? ['', ''] : [fee.pct, plainItem(fee.per_item)];
        }),
      ]),
    ),
    losses: Object.fromEntries(rows.map((row) => [rowKeyOf(row), row.allow_loss])),
  };
}

/** What a sheet or a person writes of a figure: without spaces, the sign of percent, and separators of thousands. */
const plainText = (text: string): string => text.normalize('NFKC').replace(/[\s%,]/g, '');

/** A block of a sheet, its rows apart by lines and its cells by tabs; null for text of a single cell. */
export function blockOf(text: string): readonly (readonly string[])[] | null {
  const block = text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t').map(plainText));
  return block.length === 1 && block[0]?.length === 1 ? null : block;
}

/** Writes a block from a cell on; what would lie beside the table is left out. */
export function pasteBlock(
  draft: Draft,
  keys: readonly string[],
  [line, place]: readonly [number, number],
  block: readonly (readonly string[])[],
): Draft {
  const cells = { ...draft.cells };
  block.forEach((texts, down) => {
    const key = keys[line + down];
    const own = key === undefined ? undefined : cells[key];
    if (key === undefined || own === undefined) return;
    cells[key] = own.map((text, at) => texts[at - place] ?? text);
  });
  return { ...draft, cells };
}

export function typeCell(draft: Draft, key: string, place: number, text: string): Draft {
  const own = draft.cells[key] ?? [];
  return { ...draft, cells: { ...draft.cells, [key]: own.map((old, at) => (at === place ? text : old)) } };
}

/** A cell as the product reads it: nothing is 0, once the merchant's own percent is there. */
function readCell(text: string, name: CellName, currency: Currency): bigint | null {
  const plain = plainText(text);
  if (plain === '') return name === 'merchant.pct' ? null : 0n;
  if (plain.startsWith('-')) return null;
  try {
    if (!name.endsWith('pct')) return parseSignedLedger(plain, currency);
    const rate = parseRate(plain);
    return rate > parseRate('100') ? null : rate;
  } catch (error) {
    if (error instanceof RateFormatError || error instanceof AmountFormatError) return null;
    throw error;
  }
}

export interface ReadRow {
  readonly row: MatrixRow;
  readonly key: string;
  /** He has not got the channel, and nobody typed anything. */
  readonly isEmpty: boolean;
  readonly isChanged: boolean;
  readonly allowsLoss: boolean;
  /** Cells that hold no price. */
  readonly faults: readonly CellName[];
  /** What it would bring; null while a cell holds no price. */
  readonly judged: PriceJudgement | null;
  /** What is left for the senior agent, percent and per item. */
  readonly left: { readonly pct: string; readonly perItem: string } | null;
  /** Whether it can be saved as it is typed. */
  readonly isSavable: boolean;
  readonly fees: Readonly<Record<(typeof parties)[number], { pct: string; per_item: string }>> | null;
}

/** What a row comes to as it is typed: its margin by the same rule by which it will be judged when it is saved. */
export function readRow(row: MatrixRow, draft: Draft, direction: Direction): ReadRow {
  const key = rowKeyOf(row);
  const texts = draft.cells[key] ?? [];
  const stands = draftOf([row]);
  const allowsLoss = draft.losses[key] ?? false;
  const isEmpty = row.id === null && texts.every((text) => plainText(text) === '');
  const values = cellNames.map((name, place) => readCell(texts[place] ?? '', name, row.currency));
  const faults = isEmpty ? [] : cellNames.filter((_, place) => values[place] === null);
  const terms = isEmpty || faults.length > 0 ? null : termsOf(row, values as bigint[]);
  const judged = terms && judgePrice(terms, amountsOf(row, direction));
  const isLossAllowed = allowsLoss && direction === 'collection';
  return {
    row,
    key,
    isEmpty,
    isChanged:
      !isEmpty &&
      (allowsLoss !== row.allow_loss ||
        values.some(
          (value, place) =>
            value === null ||
            value !==
              readCell(stands.cells[key]?.[place] ?? '', cellNames[place] ?? 'merchant.pct', row.currency),
        )),
    allowsLoss,
    faults,
    judged,
    left: terms && leftOf(terms, row.currency),
    isSavable: judged !== null && !judged.isImpossible && (judged.loss === null || isLossAllowed),
    fees: faults.length > 0 || isEmpty ? null : feesOf(values as bigint[], row.currency),
  };
}

function feesOf(values: readonly bigint[], currency: Currency): NonNullable<ReadRow['fees']> {
  const fee = (at: number) => ({
    pct: formatRate(values[at] ?? 0n),
    per_item: formatLedger(values[at + 1] ?? 0n, currency),
  });
  return { merchant: fee(0), sub_agent: fee(2), middleman: fee(4) };
}

function termsOf(row: MatrixRow, values: readonly bigint[]): CollectionTerms {
  const at = (place: number): FeeTerms => ({ pct: values[place] ?? 0n, perItem: values[place + 1] ?? 0n });
  const stood = (fee: MatrixRow['endpoint_fee']): FeeTerms => ({
    pct: parseRate(fee.pct),
    perItem: parseSignedLedger(fee.per_item, row.currency),
  });
  return {
    merchant: at(0),
    endpoint: stood(row.endpoint_fee),
    system: stood(row.system_fee),
    ...(row.has_sub_agent && { subAgent: at(2) }),
    ...(row.has_middleman && { middleman: at(4) }),
  };
}

function amountsOf(row: MatrixRow, direction: Direction) {
  const minor = (text: string): bigint => parseSignedLedger(text, row.currency);
  return {
    min: minor(row.min_amount),
    mean: row.mean_amount === null ? null : minor(row.mean_amount),
    max: minor(row.max_amount),
    isFeeOnTop: direction === 'payout',
  };
}

function leftOf({ endpoint, merchant, middleman, subAgent }: CollectionTerms, currency: Currency) {
  const left = (part: 'pct' | 'perItem'): bigint =>
    merchant[part] - endpoint[part] - (subAgent?.[part] ?? 0n) - (middleman?.[part] ?? 0n);
  return { pct: formatRate(left('pct')), perItem: formatLedger(left('perItem'), currency) };
}

export function sentRows(rows: readonly ReadRow[]): InputOf<typeof priceEffect>['rows'] {
  return rows.flatMap(({ allowsLoss, fees, row }) =>
    fees === null
      ? []
      : [
          {
            channel_id: row.channel_id,
            alias: row.alias,
            customer_id: row.customer.id,
            merchant_fee: fees.merchant,
            sub_agent_fee: fees.sub_agent,
            middleman_fee: fees.middleman,
            ...(allowsLoss && { allow_loss: true }),
            v: row.v,
          },
        ],
  );
}
