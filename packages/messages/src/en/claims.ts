import type { claims as shape } from '../zh-TW/claims.ts';

export const claims = {
  queues: {
    receipts: 'Unidentified receipts',
    payouts: 'Payouts by hand',
    withdrawals: 'Withdrawals',
  },
  held: 'You keep {{open}} of {{most}}',
  /** For those who may look and not act. */
  followed: {
    receipts: 'The platform settles these; here you can follow them',
    withdrawals: 'The platform wires these; here you can follow them',
  },
  columns: {
    reason: 'Why it lies here',
    no: 'Payment no.',
    account: 'Channel account',
    amount: 'Received',
    left: 'Open',
    receivedAt: 'Received at',
    order: 'Came for order',
    customer: 'Merchant',
    claimedBy: 'Kept by',
    closedAt: 'Closed at',
  },
  filters: {
    no: 'Payment or order no.',
    state: 'State',
    open: 'Open',
    closed: 'Closed today',
    about: 'Its order',
  },
  abouts: { amount_mismatch: 'Paid with another amount', abnormal: 'Unusual', ended: 'Another, or none' },
  reasons: {
    amount_mismatch: 'Amount mismatch',
    abnormal: 'Unusual order',
    paid_elsewhere: 'Paid by another channel',
    paid_twice: 'Paid a second time',
    unidentified: "Nobody's order",
  },
  acts: {
    claim: 'Claim',
    release: 'Give back',
    match: 'Match to an order',
    restore: 'Make the supply good',
    sendBack: 'Sent back to the payer',
  },
  hints: {
    match: 'The order is settled with this money, and its merchant is credited and told.',
    restore: 'Its order was supplied before this money came: it goes to whoever had paid for it.',
    sendBack:
      'The money went back to its payer at the provider: it leaves by the account where it came in. A second person always agrees.',
  },
  why: {
    own: 'came for it',
    amount: 'same amount',
    time: 'same day',
  },
  fields: {
    find: 'Another order’s number',
    order: 'Order',
    amount: 'Amount of it',
    providerNo: 'The provider’s number of the payment back',
  },
  bring: 'Bring a statement',
  done: 'Done',
  claimed: 'Claimed for {{minutes}} minutes',
  released: 'Given back',
  none: 'Nothing lies unidentified',
  noWithdrawal: 'No withdrawal waits',
  receiptsAlone: 'Only unidentified money has this',
  noCandidate: 'No order fits; look for one by its number',
} satisfies typeof shape;
