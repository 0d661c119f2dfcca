import type { DataRow } from '@suanpan/contract/endpoints/data-screens';
import type { FigureName } from '@suanpan/domain/reports/figures';
import type { Permission, RouteName } from '@suanpan/domain/access/permissions';
import type { JournalEvent } from '@suanpan/domain/journals/journal-events';
import type { Currency } from '@suanpan/money/currency';
import type { Kysely, RawBuilder } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Actor, Scope } from '../../../platform/http/actor.ts';

/** Whom or what figures are of; told by its id. Zero is nobody: no channel took the order, no general agent earns on it. */
export type Party = 'customer' | 'agent' | 'subAgent' | 'owner' | 'channel' | 'channelAccount';
/** By what figures are grouped; a day is told by its date, an hour by its two digits, the rest by the names that they have. */
export type Dimension =
  | 'day'
  | 'hour'
  | 'status'
  | 'state'
  | 'failure'
  | 'bank'
  | 'band'
  | 'order'
  | 'withdrawal'
  | Party;
export const parties: readonly Party[] = [
  'customer',
  'agent',
  'subAgent',
  'owner',
  'channel',
  'channelAccount',
];
export const isParty = (one: Dimension): one is Party => parties.some((party) => party === one);
/** Those that a question is about alone. */
export type Of = Readonly<Partial<Record<Party, bigint>>>;

/** Sums kept by day, as a data screen reads them; the rollup is called `d`. */
export interface DataSource {
  readonly table: RawBuilder<unknown>;
  readonly dimensions: Readonly<Partial<Record<Dimension, RawBuilder<unknown>>>>;
  /** Who may see which rows. */
  readonly inScope: (scope: Scope) => RawBuilder<unknown>;
  /** By what its rows are found where the day alone would not be looked up. */
  readonly made?: RawBuilder<unknown>;
  /** The other currency of what is exchanged. */
  readonly quote?: RawBuilder<unknown>;
  /** Only a part of what is kept: no list shows exactly that, so what all of it comes to leads nowhere. */
  readonly part?: RawBuilder<unknown>;
  readonly figures: Readonly<Partial<Record<FigureName, FigureSource>>>;
  /** What is summed up over a group, by name; a group of which all are zero is none. */
  readonly sums: Readonly<Record<string, RawBuilder<unknown>>>;
}

/** What is kept, summed up over a group: counts and minor units. */
export type Sums = (column: string) => bigint;

export type FigureValue = number | string | null;

/** The list that a figure is made of: orders by what became of them. */
export interface OrderDrill {
  readonly screen: 'collections.transactions' | 'payment.transactions';
  readonly status?: readonly string[];
  /** Its totals tell how the fees were shared out. */
  readonly split?: true;
}
/** The turnover of general agents by its event. */
export interface TurnoverDrill {
  readonly screen: 'accounting.changelogs';
  readonly event: JournalEvent;
}
/** Withdrawals that were exchanged. */
export interface WithdrawalDrill {
  readonly screen: 'withdraws.list';
  readonly status?: readonly string[];
}
/** The list that tells what people have. */
export type StandingDrill =
  | { readonly screen: 'accounting.systemIncome'; readonly kind?: 'margin' }
  | { readonly screen: 'cashManagement3' }
  | { readonly screen: 'users.list'; readonly role: 'customer' | 'subAgent' };
export type Drill = OrderDrill | TurnoverDrill | WithdrawalDrill | StandingDrill;

export const isOrderDrill = (drill: Drill): drill is OrderDrill =>
  drill.screen === 'collections.transactions' || drill.screen === 'payment.transactions';

export interface FigureSource {
  readonly value: (sums: Sums, more: FigureContext) => FigureValue;
  /** The sum by which rows are sorted; without it they cannot be. */
  readonly order?: string;
  readonly drill: Drill;
  /** Absent: whoever may open the screen sees it. */
  readonly seenBy?: (scope: Scope) => boolean;
}

/** What a figure needs besides its sums. */
export interface FigureContext {
  readonly money: (minor: bigint) => string;
  /** The same in the other currency of the pair. */
  readonly quoted: (minor: bigint) => string;
  /** How many business days the row is over: a success rate is told of one. */
  readonly days: number;
  /** The median of how long payers took; null where it was not asked or nobody paid. */
  readonly timeToPay: number | null;
  /** How long payouts took, in seconds; null where it was not asked or none was paid. */
  readonly payoutTimes: { readonly p50: number; readonly p95: number } | null;
  /** What somebody has at this moment; null where a row is not of one. */
  readonly standing: Readonly<Record<string, bigint>> | null;
}

/** What people have at this moment, by id and name of the sum; counts and minor units. */
export type Standing = ReadonlyMap<string, Readonly<Record<string, bigint>>>;

/** A screen of which each row is somebody, whether he did anything or not. */
export interface People {
  readonly party: 'customer' | 'agent' | 'subAgent';
  readonly standing: (db: Kysely<Tables>, actor: Actor, asked: StandingQuestion) => Promise<Standing>;
}
export interface StandingQuestion {
  readonly ids: readonly bigint[];
  readonly currency: Currency;
  /** Whole business days, half open. */
  readonly from: Date;
  readonly to: Date;
}

/** One screen of the data centre: from where, and which figures, in the order of its columns. */
export interface DataScreen {
  readonly source: DataSource;
  readonly figures: readonly FigureName[];
  readonly people?: People;
  /** It is of one of these alone: the busiest of the range, unless one is named. */
  readonly alone?: 'customer';
  /** A range of more days is refused, where it reads more than sums. */
  readonly maxDays?: number;
  /** Its summary tells each hour. */
  readonly byHour?: true;
  /** Its summary tells the rates of its pair, and what exchanging left. */
  readonly tellsExchange?: true;
  /** What rows tell besides their figures, by their key. */
  readonly details?: (db: Kysely<Tables>, actor: Actor, asked: DetailQuestion) => Promise<Details>;
}

export interface DetailQuestion {
  readonly rows: readonly {
    readonly key: string;
    readonly about: Readonly<Partial<Record<Dimension, string>>>;
  }[];
  readonly currency: Currency;
  /** `yyyy-mm-dd`, both included. */
  readonly first: string;
  readonly last: string;
  /** The same days, half open. */
  readonly from: Date;
  readonly to: Date;
}
export type Details = ReadonlyMap<string, Pick<DataRow, 'account' | 'callback' | 'crypto'>>;

/** A list that may be opened leads somewhere; another does not. */
export const opens = (screen: RouteName): Permission => `${screen}.get` as Permission;
