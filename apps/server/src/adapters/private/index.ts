/**
 * Transfers straight to a receiving card: no provider knows of the order, its payer sends a sum that nobody else is asked for,
 * and it is found in what the card's account tells. Promises: a transfer is an order's by its code, its own number or its sum
 * with the sender, and never by the sum alone; what cannot be read says nothing.
 */
import { transferQr } from '@suanpan/domain/transfers/twqr';
import type { ChannelAdapter, TransferFeed } from '../../modules/channels/port.ts';
import { askFeed } from '../../modules/channels/port.ts';
import { cardFields, cardOf, isPlaceOf, placesOf, remarkCode } from './card.ts';
import { listTransfers } from './feed.ts';

/** A whole dollar of TWD. */
const stepMinor = 10_000n;

const feed: TransferFeed = {
  places: placesOf,
  isPlace: isPlaceOf,
  reads(account) {
    const { accountNo, bankCode, range } = cardOf(account);
    return [`${bankCode} ${range?.prefix ?? accountNo}`];
  },
  sums: { stepMinor, below: 9, above: 9 },
  graceS: 1_800,
  payers: 'named',
  codeOf: remarkCode,
  readEveryMs: 5_000,
  list: listTransfers,
};

export const privateTransfer: ChannelAdapter = {
  driver: 'private',
  sandbox: false,
  capabilities: {
    queryMinDelayMs: 0,
    notFoundIsFinal: false,
    heardFromPayer: true,
    confirmsWithinMs: 0,
    integerOnly: true,
    currencies: ['TWD'],
    countsUnknownOrders: false,
    askedEveryMs: null,
    createIsRepeatable: true,
    testsToldByNotice: false,
  },
  credentialFields: cardFields,
  acknowledgement: { status: 200, contentType: 'text/plain; charset=utf-8', body: 'OK' },
  feed,

  async createCollection(account, request) {
    const { bankCode, bankName, branch, holder } = cardOf(account);
    const { amount, destination, orderNo } = request;
    if (destination === null || !/^\d{5,16}$/.test(destination) || !/^\d{3}$/.test(bankCode)) {
      return { outcome: 'refused', reason: 'no account of a bank' };
    }
    const memo = remarkCode(orderNo);
    return {
      outcome: 'accepted',
      value: {
        providerOrderNo: null,
        payment: {
          type: 'bank_account',
          bank_code: bankCode,
          bank_name: bankName,
          branch,
          account_no: destination,
          holder,
          qr: transferQr({ bankCode, accountNo: destination, amount, memo }),
          memo,
        },
      },
    };
  },

  queryCollection: (account, orderNo, exchange, known) => askFeed(feed, account, orderNo, exchange, known),
};
