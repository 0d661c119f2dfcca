import { isTronAddress } from '@suanpan/signing/tron-address';
import { keccak256 } from './keccak.ts';

type Network = 'TRC20' | 'ERC20';

/**
 * Whether an address of that network is whole. Both kinds carry a checksum; one of Ethereum that is written in small letters
 * alone has none and is not taken, since nothing would tell a slip of the pen.
 */
export function isChainAddress(address: string, network: Network): boolean {
  return network === 'TRC20' ? isTronAddress(address) : isEthereumAddress(address);
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
