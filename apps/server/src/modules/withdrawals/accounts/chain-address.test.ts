import { describe, expect, test } from 'vitest';
import { isChainAddress } from './chain-address.ts';
import { keccak256 } from './keccak.ts';

test('the hash is that of Ethereum, also of what is longer than a block', () => {
  expect(keccak256('')).toBe('c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470');
  expect(keccak256('abc')).toBe('4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45');
  expect(keccak256('a'.repeat(136))).not.toBe(keccak256('a'.repeat(137)));
});

describe('an address with its checksum', () => {
  test.each([
    ['TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['ERC20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['ERC20', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
  ] as const)('of %s is taken', (network, address) => {
    expect(isChainAddress(address, network)).toBe(true);
    expect(isChainAddress(address, network === 'TRC20' ? 'ERC20' : 'TRC20')).toBe(false);
  });

  test.each([
    ['TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u'],
    ['TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjL6tj'],
    ['TRC20', 'T'],
    ['ERC20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAee'],
    ['ERC20', '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['ERC20', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
    ['ERC20', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ] as const)('of %s with a slip in it is not', (network, address) => {
    expect(isChainAddress(address, network)).toBe(false);
  });
});
