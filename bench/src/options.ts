/** What the command line asks of a benchmark. */
export interface BenchOptions {
  readonly seconds: number;
  readonly rounds: number;
  /** Sizes of the books to work on, in orders; none means fresh ones. */
  readonly filled: readonly number[];
  /** pgbench's size of the yardstick. */
  readonly tpcbScale: number;
  /** Whether it is only to be seen that all of it works: the figures say little. */
  readonly isShort: boolean;
}
