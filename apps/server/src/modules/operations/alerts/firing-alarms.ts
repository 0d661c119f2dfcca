import { shippedAlerts } from '@suanpan/contract/endpoints/alert-rules';
import type { AlertRule } from '@suanpan/contract/endpoints/alert-rules';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { listRules } from './alert-rules.queries.ts';

interface Alarm
  extends
    Pick<AlertRule, 'name' | 'shipped' | 'metric' | 'bound' | 'mark'>,
    Readonly<AlertRule['firing'][number]> {
  readonly rule_id: string;
}

/** What each rule that is on has become true of and still is, as the last look of the minute kept it. */
export async function firingAlarms(db: Kysely<Tables>): Promise<Alarm[]> {
  return (await listRules(db)).flatMap(({ bound, firing, id, mark, metric, name, shipped }) =>
    firing.map((about) => ({
      rule_id: String(id),
      name,
      shipped: shippedAlerts.find((each) => each === shipped) ?? null,
      metric,
      bound,
      mark,
      ...about,
    })),
  );
}
