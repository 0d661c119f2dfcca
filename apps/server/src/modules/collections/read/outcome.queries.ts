import { failedStatuses, succeededStatuses } from '@suanpan/domain/reports/success-rate';
import { sql } from 'kysely';

// `collectionOutcome` of the domain in SQL, of the order `o`.
export const succeeded = sql<boolean>`(o.status IN (${sql.join(succeededStatuses.map((status) => sql.lit(status)))}) AND NOT o.is_test)`;
export const failed = sql<boolean>`(o.status IN (${sql.join(failedStatuses.map((status) => sql.lit(status)))}) AND NOT o.is_test)`;
