import { foldName } from '../names/fold-name.ts';

/** What came in to an account, as it tells; amounts in minor units at ledger scale. */
export interface Transfer {
  /** The account's own number of it: the same however often it is told. */
  readonly ref: string;
  /** Where it came in. */
  readonly destination: string;
  readonly at: Date;
  readonly amount: bigint;
  readonly payerName: string | null;
  /** Of the payer's account, as much of it as is told. */
  readonly payerAccount: string | null;
  /** What the payer wrote into it. */
  readonly memo: string | null;
}

/** An order that waits for a transfer. */
export interface Awaited {
  readonly destination: string;
  readonly amount: bigint;
  /** What its payer is to write into the transfer. */
  readonly code: string;
  /** Before this the payer did not know where to send it. */
  readonly from: Date;
  /** Since then the same sum may be another order's; null while it is not. */
  readonly until: Date | null;
  readonly payerName: string | null;
  readonly payerLast5: string | null;
  /** The place was this order's alone: whatever came in there is its. */
  readonly isAlone: boolean;
}

/**
 * Whether a transfer is an order's. its: the code in it, a place of its own, or the sum and who sent it · perhaps: the sum, and
 * nothing says who sent it · no. One of another sum is an order's by its code or its place alone, never by a name; and only where it
 * is half of the sum at least: the code is made of the order's number, so that anybody may send a trifle with it.
 */
export function likenessOf(
  transfer: Transfer,
  awaited: Awaited,
  payers: 'named' | 'nameless',
): 'its' | 'perhaps' | 'no' {
  const { amount, at, destination } = transfer;
  if (destination !== awaited.destination || at < awaited.from) return 'no';
  if (awaited.until !== null && at > awaited.until) return 'no';
  const isNamed = awaited.isAlone || writes(transfer.memo, awaited.code);
  if (isNamed && amount * 2n >= awaited.amount) return 'its';
  if (amount !== awaited.amount) return 'no';
  if (payers === 'nameless') return 'its';
  const agreeing = [sameName(transfer, awaited), sameDigits(transfer, awaited)];
  if (agreeing.includes(true)) return 'its';
  return agreeing.includes(false) ? 'no' : 'perhaps';
}

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[^0-9A-Za-z]/g, '')
    .toUpperCase();

function writes(memo: string | null, code: string): boolean {
  return memo !== null && code !== '' && plain(memo).includes(plain(code));
}

/** Null where one of the two is not told; a name of blanks tells nothing. */
function sameName({ payerName }: Transfer, awaited: Awaited): boolean | null {
  const [told, wanted] = [payerName, awaited.payerName].map((name) => foldName(name ?? ''));
  if (!told || !wanted) return null;
  return told === wanted;
}

function sameDigits({ payerAccount }: Transfer, { payerLast5 }: Awaited): boolean | null {
  const digits = payerAccount?.replaceAll(/\D/g, '') ?? '';
  if (digits.length < 5 || payerLast5 === null) return null;
  return digits.endsWith(payerLast5);
}
