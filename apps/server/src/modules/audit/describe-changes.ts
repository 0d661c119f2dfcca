import { formatLedger, formatMerchant } from '@suanpan/money/amount';
import { isCurrency } from '@suanpan/money/currency';
import type { Currency } from '@suanpan/money/currency';

export interface Change {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What an audit row says of its object: the state before and after, as far as it was kept. */
export interface Described {
  readonly from_status: string | null;
  readonly to_status: string | null;
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * The two sides of a row as a list of fields that differ, each as text; nested values by their path. A field that
 * only one side names was added or removed. What was kept in minor units beside its currency is told as an amount.
 */
export function describeChanges(row: Described): Change[] {
  const { rest, effect } = takeEffect(row.after);
  const before = new Map(leavesOf(inAmounts(row.before), ''));
  const after = new Map(leavesOf(inAmounts(rest), ''));
  const fields = [...new Set([...before.keys(), ...after.keys()])]
    .map((field) => ({ field, before: before.get(field) ?? null, after: after.get(field) ?? null }))
    .filter((change) => change.before !== change.after);
  const changes = [...effect, ...fields];
  if (row.from_status === row.to_status) return changes;
  return [{ field: 'status', before: row.from_status, after: row.to_status }, ...changes];
}

/** `amount_minor` of so many minor units becomes `amount`; without a currency beside it, it stays as it was kept. */
function inAmounts(facts: unknown): unknown {
  if (typeof facts !== 'object' || facts === null || !('currency' in facts)) return facts;
  const { currency } = facts;
  if (!isCurrency(currency)) return facts;
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]: [string, unknown]) => {
      if (name === 'prices' && Array.isArray(value))
        return [name, value.map((one) => priceIn(currency, one))];
      const isMinor = name.endsWith(minorEnd) && typeof value === 'string' && wholeNumber.test(value);
      return isMinor
        ? [name.slice(0, -minorEnd.length), formatLedger(BigInt(value), currency)]
        : [name, value];
    }),
  );
}

const minorEnd = '_minor';
const wholeNumber = /^-?\d+$/;
/** As price_text writes it: the rate, and the fee of one item in minor units. */
const price = /^(\S+ %) \+ (\d+)$/;

function priceIn(currency: Currency, text: unknown): unknown {
  const [, rate, perItem] = (typeof text === 'string' && price.exec(text)) || [];
  return rate === undefined || perItem === undefined
    ? text
    : `${rate} + ${formatMerchant(BigInt(perItem), currency)}`;
}

/** What waits for approval keeps its effect as rows of their own; they are told like any change. */
function takeEffect(after: unknown): { rest: unknown; effect: Change[] } {
  if (typeof after !== 'object' || after === null || !('rows' in after)) return { rest: after, effect: [] };
  const { rows, ...rest } = after;
  return Array.isArray(rows) && rows.every(isChange) ? { rest, effect: rows } : { rest: after, effect: [] };
}

const isChange = (row: unknown): row is Change =>
  typeof row === 'object' && row !== null && 'field' in row && 'before' in row && 'after' in row;

/** Read from JSON, so that what is no object is text, a number or a truth value. */
function leavesOf(value: unknown, path: string): [string, string][] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null)) {
    return [[path === '' ? 'value' : path, value.map(textOf).join(', ')]];
  }
  if (typeof value !== 'object') return [[path === '' ? 'value' : path, textOf(value)]];
  return Object.entries(value).flatMap(([key, inner]) =>
    leavesOf(inner, path === '' ? key : `${path}.${key}`),
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
