import type { OutputOf } from '@suanpan/contract/endpoint';
import type { operationAnalysis } from '@suanpan/contract/endpoints/audit';
import { Refusal } from '@suanpan/domain/errors';
import { operationAnalysisMaxDays } from '@suanpan/domain/limits';
import { findAnomalies } from '@suanpan/domain/operations/find-anomalies';
import { operationGroupNames, operationGroups } from '@suanpan/domain/operations/groups';
import type { OperationGroup } from '@suanpan/domain/operations/groups';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import type { Database } from '../../../platform/db/database.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { countActs, countHours, listOperators } from './analysis.queries.ts';
import type { ActRow, OperatorRow, Stretch } from './analysis.queries.ts';

type Answer = OutputOf<typeof operationAnalysis>;
type GroupAnswer = Answer['items'][number]['groups'][number];

const dayMs = 86_400_000;
const groupOf: ReadonlyMap<string, OperationGroup> = new Map(
  operationGroupNames.flatMap((group) => operationGroups[group].map((act) => [act, group] as const)),
);

/** Who did how much of what, and what of it is unusual. Refuses `rangeTooLong` beyond a quarter of a year. */
export async function analyseOperations(db: Database, scope: Scope, stretch: Stretch): Promise<Answer> {
  if (stretch.to.getTime() - stretch.from.getTime() > operationAnalysisMaxDays * dayMs) {
    throw new Refusal('rangeTooLong', { params: { days: String(operationAnalysisMaxDays) } });
  }
  const [operators, acts, hours] = await Promise.all([
    listOperators(db.reports, scope, stretch),
    countActs(db.reports, stretch, [...groupOf.keys()]),
    countHours(db.reports, scope, stretch),
  ]);
  const byOperator = Map.groupBy(acts, (row) => row.actor_id);
  return {
    items: operators.map((row) => present(row, byOperator.get(row.id) ?? [])),
    hours: hours.map(({ hour, count }) => ({ hour, count })),
  };
}

function present(row: OperatorRow, acts: readonly ActRow[]): Answer['items'][number] {
  const usualPerDay = row.earlier_days === 0 ? null : row.earlier_acts / row.earlier_days;
  return {
    operator: { id: row.id, username: row.username, name: row.name, role_name: row.role_name },
    acts: row.acts,
    denials: row.denials,
    night: row.night,
    usual_per_day: usualPerDay === null ? null : String(Math.round(usualPerDay * 10) / 10),
    groups: groupsOf(acts),
    anomalies: findAnomalies({
      acts: row.acts,
      denials: row.denials,
      night: row.night,
      busiestDay: row.busiest_day,
      usualPerDay,
    }),
    last_at: row.last_at.toISOString(),
  };
}

/** Amounts of two currencies are never added. */
function groupsOf(acts: readonly ActRow[]): GroupAnswer[] {
  return operationGroupNames.flatMap((group) => {
    const own = acts.filter(({ act }) => groupOf.get(act) === group);
    if (own.length === 0) return [];
    const sums = new Map<Currency, bigint>();
    for (const { currency, amount } of own) {
      if (currency !== null) sums.set(currency, (sums.get(currency) ?? 0n) + amount);
    }
    return [
      {
        group,
        count: own.reduce((total, { count }) => total + count, 0),
        amounts: [...sums].map(([currency, amount]) => ({
          currency,
          amount: formatLedger(amount, currency),
        })),
      },
    ];
  });
}
