/** The two sets of books: real money, and a mirror for test orders that never touches it (domain §3). */
export type Book = 'main' | 'test';

export type AccountKind =
  | 'A100'
  | 'A110'
  | 'A120'
  | 'A130'
  | 'A190'
  | 'L200'
  | 'L201'
  | 'L202'
  | 'L210'
  | 'L220'
  | 'L230'
  | 'L231'
  | 'L232'
  | 'L240'
  | 'L250'
  | 'L260'
  | 'F300'
  | 'R400'
  | 'R410'
  | 'R420'
  | 'E500'
  | 'E510'
  | 'Q900';

/** Whose account it is: the house's, a user's, or a real channel's. */
export type AccountOwner = 'platform' | 'user' | 'channelAccount';

export interface AccountRule {
  /** Name from the glossary; the words stand in packages/messages. */
  readonly name: string;
  readonly owner: AccountOwner;
  /** Accounts of external owners keep a running balance row with dense versions; the others are sums of entries. */
  readonly external: boolean;
  /**
   * A balance below zero is possible at all, and then only by a leg that claws back: L240 of an earner, L200 of a
   * senior agent, what a merchant owes. Which leg may do so is decided by `journals/journal-rules.ts`, not by the account.
   */
  readonly mayGoNegative: boolean;
}

const house = (name: string, owner: AccountOwner): AccountRule => ({
  name,
  owner,
  external: false,
  mayGoNegative: false,
});
const bucket = (name: string, mayGoNegative = false): AccountRule => ({
  name,
  owner: 'user',
  external: true,
  mayGoNegative,
});

/**
 * The chart of accounts (domain §3). A120 is a claim on a user and carries no balance row; A130 carries one, because what
 * a merchant owes is looked at under the lock of every payout. It stands at zero or below it.
 */
export const accounts: Readonly<Record<AccountKind, AccountRule>> = {
  A100: house('upstreamClearing', 'channelAccount'),
  A110: house('platformBank', 'platform'),
  A120: house('systemFeeReceivable', 'user'),
  A130: bucket('merchantReceivable', true),
  A190: house('suspense', 'platform'),
  L200: bucket('settleable', true),
  L201: bucket('payoutOnlyTopUp'),
  L202: bucket('payoutOnlyEarly'),
  L210: bucket('unsettled'),
  L220: bucket('frozen'),
  L230: bucket('reservedPayout'),
  L231: bucket('reservedWithdrawal'),
  L232: bucket('reservedRefund'),
  L240: bucket('feeIncome', true),
  L250: house('unidentifiedReceipts', 'platform'),
  L260: house('endpointPayable', 'channelAccount'),
  F300: house('fxPosition', 'platform'),
  R400: house('systemFeeIncome', 'platform'),
  R410: house('handlingFeeIncome', 'platform'),
  R420: house('fxResult', 'platform'),
  E500: house('channelCost', 'platform'),
  E510: house('goodwill', 'platform'),
  Q900: house('ownerDrawings', 'platform'),
};

export const accountKinds = Object.keys(accounts) as readonly AccountKind[];

/** Available balance shown to the owner: what he may pay out at once (specification §1, domain §3). */
export const balanceKinds = ['L200', 'L201', 'L202'] as const satisfies readonly AccountKind[];
/** Total balance shown: available plus unsettled. */
export const totalBalanceKinds = [...balanceKinds, 'L210'] as const satisfies readonly AccountKind[];
/** Money in flight: payout, withdrawal, refund. */
export const reservedKinds = ['L230', 'L231', 'L232'] as const satisfies readonly AccountKind[];
