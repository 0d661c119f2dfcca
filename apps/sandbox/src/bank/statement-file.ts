import { formatDecimal } from '../decimal.ts';
import type { StatementLine } from './books.store.ts';

const columns = [
  'charge_no',
  'merchant_order_no',
  'type',
  'amount',
  'fee',
  'currency',
  'status',
  'booked_at',
];

interface Told {
  readonly line: StatementLine;
  readonly amountMicro: bigint;
  readonly fee: string;
  readonly status: string;
}

/**
 * The books of a day as a CSV file. Planted, it is wrong in every way in which a statement can be: of the first payments one is
 * missing, one has another amount, one failed, one costs a price that nobody agreed on, and one stands there that nobody made.
 */
export function statementFile(lines: readonly StatementLine[], isPlanted: boolean): string {
  const told: Told[] = lines.map((line) => ({
    line,
    amountMicro: line.amountMicro,
    fee: '',
    status: 'paid',
  }));
  const rows = (isPlanted ? plant(told) : told).map(({ amountMicro, fee, line, status }) =>
    [
      line.chargeNo,
      line.merchantOrderNo,
      line.kind,
      formatDecimal(amountMicro),
      fee,
      line.currency,
      status,
      line.bookedAt.toISOString(),
    ].join(','),
  );
  return `${[columns.join(','), ...rows].join('\r\n')}\r\n`;
}

function plant(told: readonly Told[]): Told[] {
  const payments = told.filter(({ line }) => line.kind === 'payment');
  const [missing, less, failed, dear] = payments;
  const planted = told.flatMap((each) => {
    if (each === missing) return [];
    if (each === less) return [{ ...each, amountMicro: each.amountMicro - 1_000_000n }];
    if (each === failed) return [{ ...each, status: 'failed' }];
    return each === dear ? [{ ...each, fee: '0.01' }] : [each];
  });
  const last = payments.at(-1);
  if (last === undefined) return planted;
  const line = { ...last.line, chargeNo: `${last.line.chargeNo}-X`, merchantOrderNo: '' };
  return [...planted, { ...last, line }];
}
