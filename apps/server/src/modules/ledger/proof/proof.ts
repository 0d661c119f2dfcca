export interface CheckResult {
  readonly name: string;
  readonly passed: boolean;
  readonly examined: number;
  readonly breaches: number;
  readonly examples: readonly string[];
}

export interface AccountTotal {
  readonly currency: string;
  readonly book: string;
  readonly account: string;
  readonly balance: string;
  readonly postings: number;
}

/** How long the statement took that shows these checks. */
export interface Timing {
  readonly checks: readonly string[];
  readonly durationMs: number;
}

export interface Proof {
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly durationMs: number;
  readonly passed: boolean;
  readonly checks: readonly CheckResult[];
  readonly totals: readonly AccountTotal[];
  /** Statement by statement, in the order they ran; not kept. */
  readonly timings: readonly Timing[];
}
