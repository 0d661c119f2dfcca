import type { Currency } from '@suanpan/money/currency';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Scope } from '../../platform/http/actor.ts';

export interface ReportsDeps {
  readonly db: Database;
  /** Collections whose merchants were told in vain and are told no more by themselves; callbacks knows them. */
  readonly unanswered: (db: Kysely<Tables>) => Promise<readonly bigint[]>;
  /** Differences between books and statements that wait: their sums, the oldest and some of them; reconciliation knows them. */
  readonly differences: (
    db: Kysely<Tables>,
    scope: Scope,
    most: number,
  ) => Promise<{
    readonly oldestAt: Date | null;
    readonly sums: readonly {
      readonly currency: Currency;
      readonly count: bigint;
      readonly amount: bigint;
    }[];
    readonly items: readonly {
      readonly id: bigint;
      readonly no: string;
      readonly amount: bigint;
      readonly currency: Currency;
      readonly at: Date;
      readonly about: string;
    }[];
  }>;
  /** How many addresses of its own each of these accounts has; channels opens them. */
  readonly placesOf: (accountIds: readonly bigint[]) => Promise<ReadonlyMap<bigint, number>>;
}
