/** A receiving card of our own sandbox, with what reads its account. It begins with 99, which no real account of the bank does. */
export const sandboxCard = {
  bank_code: '822',
  account_no: '99901560501232',
  feed_token: 'feed_SuanpanSandbox000000',
} as const;
