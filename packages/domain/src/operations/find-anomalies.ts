import type { AnomalyKind } from './groups.ts';

/** What one operator did in a stretch of days, against what he usually does. */
export interface OperatorRecord {
  readonly acts: number;
  readonly denials: number;
  /** Acts between midnight and six of the platform's day. */
  readonly night: number;
  /** His busiest day of the stretch. */
  readonly busiestDay: number;
  /** Acts a day over the four weeks before the stretch, counting only days on which he worked; null for a newcomer. */
  readonly usualPerDay: number | null;
}

const nightFrom = 5;
const denialsFrom = 10;
const unusualFrom = 20;
const unusualTimes = 3;

/**
 * What a supervisor should look at: a share of night work that is no accident, many refused tries, and a day far
 * above the operator's own. Small numbers are never unusual, so that nobody is suspected for a quiet month.
 */
export function findAnomalies(record: OperatorRecord): { kind: AnomalyKind; count: number }[] {
  const found: { kind: AnomalyKind; count: number }[] = [];
  if (record.night >= nightFrom && record.night * 4 >= record.acts) {
    found.push({ kind: 'nightWork', count: record.night });
  }
  if (record.denials >= denialsFrom) found.push({ kind: 'manyDenials', count: record.denials });
  const usual = record.usualPerDay ?? 0;
  if (record.busiestDay >= unusualFrom && record.busiestDay > usual * unusualTimes) {
    found.push({ kind: 'unusualCount', count: record.busiestDay });
  }
  return found;
}
