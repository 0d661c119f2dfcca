import type { CreateOutcome, SettleOutcome } from '../../src/modules/collections/index.ts';
import type { Merchant } from './legs.ts';

/** An order as the model asks for it. */
export interface Wanted {
  readonly key: string;
  readonly merchant: Merchant;
  readonly amount: bigint;
  readonly isTest: boolean;
  readonly lifetimeS: number;
}

/** What was asked of the product and what it said; `error` where it said nothing that may be believed. */
export type Attempt =
  | { readonly act: 'create'; readonly wanted: Wanted; answer?: CreateOutcome; error?: Error }
  | { readonly act: 'plan'; readonly key: string; answer?: boolean; error?: Error }
  | {
      readonly act: 'settle';
      readonly key: string;
      readonly paid: bigint;
      readonly ref: string;
      readonly late: boolean;
      answer?: SettleOutcome;
      error?: Error;
    }
  | { readonly act: 'expire'; readonly keys: readonly string[]; answer?: readonly string[]; error?: Error }
  | {
      readonly act: 'aside';
      readonly key: string;
      readonly paid: bigint;
      readonly ref: string;
      readonly reason: 'amount_mismatch' | 'abnormal';
      answer?: boolean;
      error?: Error;
    }
  | {
      readonly act: 'edit';
      readonly merchant: Merchant;
      readonly change: bigint;
      readonly word: string;
      answer?: true;
      error?: Error;
    };

export type AttemptOf<A extends Attempt['act']> = Extract<Attempt, { act: A }>;

/** A batch that was sent past the lanes failed as a whole: it met a held row, a new day or the payment of another. */
export class WholeBatch extends Error {}
