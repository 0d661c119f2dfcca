import { createHash } from 'node:crypto';
import { parseRange, virtualAccountNo } from '@suanpan/domain/transfers/virtual-account';
import type { VirtualAccountRange } from '@suanpan/domain/transfers/virtual-account';
import type { ChannelAccount, CredentialField } from '../../modules/channels/port.ts';

/** A receiving card, as its holder's contract names it. `account_no` is its number, or a range of virtual accounts. */
export const cardFields: readonly CredentialField[] = [
  { name: 'bank_code', secret: false },
  { name: 'bank_name', secret: false },
  { name: 'branch', secret: false },
  { name: 'account_no', secret: false },
  { name: 'holder', secret: false },
  { name: 'feed_token', secret: true },
];

interface Card {
  readonly bankCode: string;
  readonly bankName: string;
  readonly branch: string;
  readonly holder: string;
  readonly accountNo: string;
  readonly range: VirtualAccountRange | undefined;
}

export function cardOf({ credentials }: Pick<ChannelAccount, 'credentials'>): Card {
  const accountNo = credentials['account_no'] ?? '';
  return {
    bankCode: credentials['bank_code'] ?? '',
    bankName: credentials['bank_name'] ?? '',
    branch: credentials['branch'] ?? '',
    holder: credentials['holder'] ?? '',
    accountNo,
    range: parseRange(accountNo),
  };
}

/** So many numbers of a range are looked at for one that nobody waits at. */
const numbersTried = 20;

/** Where payers may send to: the card itself, which orders share, or a number of its range for each of them. */
export function placesOf(account: ChannelAccount, orderId: bigint) {
  const { accountNo, range } = cardOf(account);
  if (range === undefined) return { destinations: [accountNo], shared: true };
  const serials = Array.from({ length: numbersTried }, (_, n) => orderId + BigInt(n));
  return { destinations: serials.map((serial) => virtualAccountNo(range, serial)), shared: false };
}

/** The card itself, or any number of its range. */
export function isPlaceOf(account: ChannelAccount, destination: string): boolean {
  const { accountNo, range } = cardOf(account);
  if (range === undefined) return destination === accountNo;
  const serial = destination.slice(range.prefix.length, -1);
  return /^\d+$/.test(serial) && virtualAccountNo(range, BigInt(serial)) === destination;
}

/** No 0, O, 1, I, L: read from one screen and typed into another. */
const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const codeLetters = 7;

/** What a payer writes into his transfer: short enough to type, and nobody else's for as long as it matters. */
export function remarkCode(orderNo: string): string {
  const digest = createHash('sha256').update(`remark ${orderNo}`).digest();
  return [...digest.subarray(0, codeLetters)].map((byte) => letters[byte % letters.length]).join('');
}
