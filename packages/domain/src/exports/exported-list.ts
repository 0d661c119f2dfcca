/** Where the words of a list's columns stand. */
export type ExportArea =
  | 'orders'
  | 'payouts'
  | 'payment'
  | 'withdrawals'
  | 'callbacks'
  | 'privateTransfers'
  | 'channelDefs'
  | 'rates'
  | 'merchantChannels'
  | 'prices'
  | 'refunds'
  | 'ledger'
  | 'funds'
  | 'income'
  | 'reports'
  | 'reconciliation'
  | 'statements'
  | 'data'
  | 'users'
  | 'audit'
  | 'protection'
  | 'requests';

export interface ExportedList {
  readonly area: ExportArea;
  /**
   * Pairs of filters between which the rows lie, any of them not longer than the limit; absent for registers of
   * what is there now, which no span of days could make whole.
   */
  readonly spans?: readonly (readonly [from: string, to: string])[];
  /** Each with the path of its word inside the area; `columnsAsShown` finds them by the names of the list's own grid. */
  readonly columns: Readonly<Record<string, string>>;
  /** What the grid shows inside a column, and a file in one of its own behind it. */
  readonly inside?: Readonly<Record<string, string>>;
  /** Amounts that are added up below the rows, currency by currency. */
  readonly totals?: readonly string[];
}
