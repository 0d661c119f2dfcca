import type { privateTransfers as shape } from '../zh-TW/private-transfers.ts';

export const privateTransfers = {
  columns: {
    realName: 'Real name',
    last5: 'Last 5',
    amount: 'Amount',
    currency: 'Currency',
    paidAt: 'Paid',
    matches: 'Alike',
    customer: 'Merchant',
    note: 'Note',
    operator: 'Operator',
    createdAt: 'Created',
  },
  filters: {
    range: 'Created',
  },
  why: {
    name: 'name',
    last5: 'last 5',
    amount: 'amount',
  },
  kinds: {
    transfer: 'Transfer',
  },
  acts: {
    add: 'Add transfer',
    check: 'Check for duplicates',
    delete: 'Delete',
  },
  said: {
    added: 'Added',
    deleted: 'Deleted',
    none: 'Nothing looks alike',
    found: '{{count}} look alike; add it only if it is another one.',
    empty: 'No private transfers',
    effect: 'Deletes this transfer from the register; the log keeps it.',
  },
  fields: {
    merchant: 'Merchant (may be empty)',
    paidAt: 'Paid at',
  },
} satisfies typeof shape;
