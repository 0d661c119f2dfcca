import type { FigureName } from '@suanpan/domain/reports/figures';
import type { Permission, RouteName } from '@suanpan/domain/access/permissions';
import type { RawBuilder } from 'kysely';
import type { Scope } from '../../../platform/http/actor.ts';

/** Whom or what figures are of; told by its id. Zero is nobody: no channel took the order, no general agent earns on it. */
export type Party = 'customer' | 'agent' | 'subAgent' | 'channel' | 'channelAccount';
/** By what figures are grouped; a day is told by its date. */
export type Dimension = 'day' | Party;
/** Those that a question is about alone. */
export type Of = Readonly<Partial<Record<Party, bigint>>>;

/** Sums kept by day, as a data screen reads them; the rollup is called `d`. */
export interface DataSource {
  readonly table: RawBuilder<unknown>;
  readonly dimensions: Readonly<Partial<Record<Dimension, RawBuilder<unknown>>>>;
  /** Who may see which rows. */
  readonly inScope: (scope: Scope) => RawBuilder<unknown>;
  readonly figures: Readonly<Partial<Record<FigureName, FigureSource>>>;
  /** What is summed up over a group, by name; a group of which all are zero is none. */
  readonly sums: Readonly<Record<string, RawBuilder<unknown>>>;
}

/** What is kept, summed up over a group: counts and minor units. */
export type Sums = (column: string) => bigint;

export type FigureValue = number | string | null;

export interface FigureSource {
  readonly value: (sums: Sums, more: FigureContext) => FigureValue;
  /** The sum by which rows are sorted; without it they cannot be. */
  readonly order?: string;
  /** The list of orders that it is made of. */
  readonly drill: { readonly screen: RouteName; readonly status?: readonly string[] };
  /** Absent: whoever may open the screen sees it. */
  readonly seenBy?: (scope: Scope) => boolean;
}

/** What a figure needs besides its sums. */
export interface FigureContext {
  readonly money: (minor: bigint) => string;
  /** How many business days the row is over: a success rate is told of one. */
  readonly days: number;
  /** The median of how long payers took; null where it was not asked or nobody paid. */
  readonly timeToPay: number | null;
}

/** One screen of the data centre: from where, and which figures, in the order of its columns. */
export interface DataScreen {
  readonly source: DataSource;
  readonly figures: readonly FigureName[];
}

/** A list that may be opened leads somewhere; another does not. */
export const opens = (screen: RouteName): Permission => `${screen}.get` as Permission;
