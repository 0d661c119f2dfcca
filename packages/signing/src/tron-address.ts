import { createHash } from 'node:crypto';

const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** The first byte of every address of the Tron main network. */
const tronPrefix = 0x41;

/** Whether an address of Tron is whole. Base58Check: one byte of the network, twenty of the account, four of the doubled SHA-256 of both. */
export function isTronAddress(address: string): boolean {
  return tronAccountOf(address) !== undefined;
}

/** The twenty bytes of an address in hex, as the log of a contract names an account; undefined where it is not whole. */
export function tronAccountOf(address: string): string | undefined {
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address)) return undefined;
  const value = [...address].reduce((sum, digit) => sum * 58n + BigInt(digits.indexOf(digit)), 0n);
  const bytes = Buffer.from(value.toString(16).padStart(50, '0'), 'hex');
  const [body, sum] = [bytes.subarray(0, 21), bytes.subarray(21)];
  const twice = createHash('sha256').update(createHash('sha256').update(body).digest()).digest();
  const isWhole = bytes.length === 25 && body[0] === tronPrefix && sum.equals(twice.subarray(0, 4));
  return isWhole ? body.subarray(1).toString('hex') : undefined;
}
