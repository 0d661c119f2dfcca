import type { AccountKind } from '../accounts.ts';

/** A party of the order's chain that owns accounts of its own. */
export type Party = 'customer' | 'agent' | 'subAgent' | 'middleman';

/** Whose account a leg moves; the ledger module turns it into an account id. */
export type Owner =
  | { readonly type: 'platform' }
  | { readonly type: 'user'; readonly role: Party }
  | { readonly type: 'channelAccount' };

/** One movement. Credit is positive and debit negative on every account, assets included. */
export interface Leg {
  readonly kind: AccountKind;
  readonly owner: Owner;
  readonly amount: bigint;
}

/** What a recipe hands to the ledger: legs that sum to zero, in one currency. */
export interface JournalDraft {
  readonly legs: readonly Leg[];
  /** The journal may take L240, or L200 of a senior agent, below zero (domain §3: claw-back kinds). */
  readonly clawsBack: boolean;
}

export const platform: Owner = { type: 'platform' };
export const channelAccount: Owner = { type: 'channelAccount' };
export const party = (role: Party): Owner => ({ type: 'user', role });

export const credit = (kind: AccountKind, owner: Owner, amount: bigint): Leg => ({ kind, owner, amount });
export const debit = (kind: AccountKind, owner: Owner, amount: bigint): Leg => ({
  kind,
  owner,
  amount: -amount,
});

export const sumOf = (legs: readonly Leg[]): bigint => legs.reduce((sum, leg) => sum + leg.amount, 0n);

/** Drops legs of zero and asserts that the rest balance: a recipe that does not is a broken invariant. */
export function draft(legs: readonly Leg[], options: { clawsBack?: boolean } = {}): JournalDraft {
  const moving = legs.filter((leg) => leg.amount !== 0n);
  const sum = sumOf(moving);
  if (sum !== 0n) throw new Error(`the legs of a journal sum to ${sum}, not to zero`);
  return { legs: moving, clawsBack: options.clawsBack ?? false };
}

/** A recipe was given what its caller had to check: a broken invariant, never an answer to a user. */
export function assertPositive(amount: bigint, what: string): void {
  if (amount <= 0n) throw new Error(`${what} must be above zero, not ${amount}`);
}
