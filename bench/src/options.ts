/** What the command line asks of a benchmark. */
export interface BenchOptions {
  readonly seconds: number;
  readonly rounds: number;
  /** Sizes of the books to work on, in orders; none means fresh ones. */
  readonly filled: readonly number[];
  /** pgbench's size of the yardstick. */
  readonly tpcbScale: number;
  /** Of questions to the database those are asked whose name has this in it. */
  readonly only: string;
  /** Whether the largest filled books may be used up, where there is no room for a copy. */
  readonly spends: boolean;
  /** Whether it is only to be seen that all of it works: the figures say little. */
  readonly isShort: boolean;
}
