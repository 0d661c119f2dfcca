import { createHash } from 'node:crypto';
import type { StatementHead } from '@suanpan/contract/endpoints/statements';
import { statementMostMovements } from '@suanpan/domain/limits';
import { regionDayFromText, startOfRegionDay } from '@suanpan/domain/region-day';
import { addMovement, closingOf, noFigures, statementFigures } from '@suanpan/domain/reports/statement';
import type { StatementFigure } from '@suanpan/domain/reports/statement';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { anchorsAround } from '../../audit/index.ts';
import { balancesBefore, listMovements } from '../../ledger/index.ts';
import type { Movement } from '../../ledger/index.ts';

const atOnce = 5_000;

/** One line of a statement, as it stands in its file; its fields are in this order. */
export interface MovementLine {
  readonly journal: string;
  readonly at: string;
  readonly event: string;
  readonly no: string | null;
  /** What was paid and the fee of it, by the order; null where no order says them. */
  readonly amount: string | null;
  readonly fee: string | null;
  readonly change: string;
  readonly changes: Readonly<Record<string, string>>;
}

export interface Computed {
  readonly head: Omit<StatementHead, 'customer' | 'made_at' | 'key_id'>;
  readonly lines: readonly MovementLine[];
}

/** A statement had more movements than one file takes. */
export class TooManyMovements extends Error {}

/** The statement's figures do not come to what the books hold. */
export class BrokenIdentity extends Error {}

/** What a statement says of days that are over, from the postings of one snapshot: the same whenever it is computed. */
export async function computeStatement(
  tx: Kysely<Tables>,
  customerId: bigint,
  currency: Currency,
  period: string,
  days: { readonly from: string; readonly to: string },
): Promise<Computed> {
  const owner = { id: customerId, kind: 'customer' };
  const held = async (before: Date) =>
    (await balancesBefore(tx, owner, before)).balances.find((one) => one.currency === currency)?.byKind ?? {};
  const begins = (day: string, after = 0): Date => startOfRegionDay(regionDayFromText(day) + after);
  const opening = await held(begins(days.from));
  const closing = await held(begins(days.to, 1));
  const money = (minor: bigint): string => formatLedger(minor, currency);
  const figures = noFigures();
  const hash = createHash('sha256');
  const lines: MovementLine[] = [];
  let [first, last]: [bigint | null, bigint | null] = [null, null];
  for (let after = 0n; ;) {
    const rows: Movement[] = await listMovements(tx, customerId, currency, days, { after, limit: atOnce });
    for (const row of rows) {
      const net = row.changes.reduce((sum, change) => sum + change, 0n);
      addMovement(figures, { ...row, net });
      const line = lineOf(row, net, money);
      hash.update(`${JSON.stringify(line)}\n`);
      lines.push(line);
      first ??= row.journal_id;
      last = row.journal_id;
    }
    if (lines.length > statementMostMovements) throw new TooManyMovements();
    if (rows.length < atOnce || last === null) break;
    after = last;
  }
  const total = (kinds: Readonly<Record<string, bigint>>): bigint =>
    Object.values(kinds).reduce((sum, amount) => sum + amount, 0n);
  const bucketsOf = (kinds: Readonly<Record<string, bigint>>) => ({
    total: money(total(kinds)),
    buckets: Object.fromEntries(
      Object.entries(kinds)
        .toSorted(([left], [right]) => (left < right ? -1 : 1))
        .map(([kind, amount]) => [kind, money(amount)]),
    ),
  });
  if (closingOf(total(opening), figures) !== total(closing)) {
    throw new BrokenIdentity(`The statement of merchant ${customerId} for ${period} does not come out`);
  }
  const { before, after } = await anchorsAround(tx, first, last);
  const shown = Object.fromEntries(statementFigures.map((name) => [name, money(figures[name])])) as Record<
    StatementFigure,
    string
  >;
  return {
    head: {
      form: 'suanpan-statement-1',
      period,
      from: days.from,
      to: days.to,
      currency,
      opening: bucketsOf(opening),
      ...shown,
      closing: bucketsOf(closing),
      movements: {
        count: lines.length,
        first_journal: first?.toString() ?? null,
        last_journal: last?.toString() ?? null,
        sha256: hash.digest('hex'),
      },
      anchor_before: before,
      anchor_after: after,
    },
    lines,
  };
}

function lineOf(row: Movement, net: bigint, money: (minor: bigint) => string): MovementLine {
  return {
    journal: String(row.journal_id),
    at: row.posted_at.toISOString(),
    event: row.event,
    no: row.no,
    amount: row.amount === null ? null : money(row.amount),
    fee: row.fee === null ? null : money(row.fee),
    change: money(net),
    changes: Object.fromEntries(row.kinds.map((kind, index) => [kind, money(row.changes[index] ?? 0n)])),
  };
}
