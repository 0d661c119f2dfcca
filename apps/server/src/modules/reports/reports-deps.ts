import type { Kysely } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.generated.ts';

export interface ReportsDeps {
  readonly db: Database;
  /** Collections whose merchants were told in vain and are told no more by themselves; callbacks knows them. */
  readonly unanswered: (db: Kysely<Tables>) => Promise<readonly bigint[]>;
  /** How many addresses of its own each of these accounts has; channels opens them. */
  readonly placesOf: (accountIds: readonly bigint[]) => Promise<ReadonlyMap<bigint, number>>;
}
