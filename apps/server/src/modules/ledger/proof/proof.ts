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

export interface Proof {
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly durationMs: number;
  readonly passed: boolean;
  readonly checks: readonly CheckResult[];
  readonly totals: readonly AccountTotal[];
}
