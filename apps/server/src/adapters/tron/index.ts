/**
 * USDT over Tron (TRC20), watched only: no key of ours is anywhere in the product. Promises: what counts are transfers of the
 * one contract in blocks that stand, each once by its transaction; an address with a slip in it is given to nobody. What is paid
 * out is sent by a person, and only the log of the transaction that he names proves it.
 */
import { isTronAddress } from '@suanpan/signing/tron-address';
import type { ChannelAdapter, TransferFeed } from '../../modules/channels/port.ts';
import { askFeed } from '../../modules/channels/port.ts';
import { readBalance } from './balance.ts';
import { listTransfers } from './feed.ts';
import { listSent } from './history.ts';
import { addressesOf, placesOf } from './pool.ts';
import { readTransfer } from './transfer.ts';

const feed: TransferFeed = {
  places: placesOf,
  isPlace: (account, destination) => addressesOf(account).includes(destination),
  reads: addressesOf,
  // A hundredth of a USDT.
  sums: { stepMinor: 10_000n, below: 0, above: 99 },
  graceS: 7_200,
  payers: 'nameless',
  codeOf: () => '',
  readEveryMs: 5_000,
  list: listTransfers,
};

export const tron: ChannelAdapter = {
  driver: 'tron',
  sandbox: false,
  capabilities: {
    queryMinDelayMs: 0,
    notFoundIsFinal: false,
    heardFromPayer: true,
    // A block stands after about a minute.
    confirmsWithinMs: 0,
    integerOnly: false,
    currencies: ['USDT'],
    countsUnknownOrders: false,
    askedEveryMs: null,
    createIsRepeatable: true,
    testsToldByNotice: false,
  },
  credentialFields: [
    { name: 'addresses', secret: false },
    { name: 'token', secret: false },
    { name: 'api_key', secret: true },
  ],
  acknowledgement: { status: 200, contentType: 'text/plain; charset=utf-8', body: 'OK' },
  feed,
  watched: { network: 'TRC20', readTransfer, listSent, queryBalance: readBalance },

  async createCollection(_account, { destination }) {
    if (destination === null || !isTronAddress(destination)) {
      return { outcome: 'refused', reason: 'no address' };
    }
    return {
      outcome: 'accepted',
      value: {
        providerOrderNo: null,
        payment: { type: 'crypto_address', network: 'TRC20', address: destination },
      },
    };
  },

  queryCollection: (account, orderNo, exchange, known) => askFeed(feed, account, orderNo, exchange, known),
};
