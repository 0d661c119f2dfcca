import { createHash } from 'node:crypto';
import { keccak256 } from './keccak.ts';

type Network = 'TRC20' | 'ERC20';

const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** The first byte of every address of the Tron main network. */
const tronPrefix = 0x41;

/**
 * Whether an address of that network is whole. Both kinds carry a checksum; one of Ethereum that is written in small letters
 * alone has none and is not taken, since nothing would tell a slip of the pen.
 */
export function isChainAddress(address: string, network: Network): boolean {
  return network === 'TRC20' ? isTronAddress(address) : isEthereumAddress(address);
}

/** Base58Check: one byte of the network, twenty of the account, four of the doubled SHA-256 of both. */
function isTronAddress(address: string): boolean {
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address)) return false;
  const value = [...address].reduce((sum, digit) => sum * 58n + BigInt(digits.indexOf(digit)), 0n);
  const bytes = Buffer.from(value.toString(16).padStart(50, '0'), 'hex');
  const [body, sum] = [bytes.subarray(0, 21), bytes.subarray(21)];
  const twice = createHash('sha256').update(createHash('sha256').update(body).digest()).digest();
  return bytes.length === 25 && body[0] === tronPrefix && sum.equals(twice.subarray(0, 4));
}

/** EIP-55: a letter is large where the same place of the address's hash is eight or above. */
function isEthereumAddress(address: string): boolean {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return false;
  const plain = address.slice(2).toLowerCase();
  const hash = keccak256(plain);
  const written = [...plain].map((digit, n) =>
    Number.parseInt(hash[n] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return address.slice(2) === written.join('');
}
