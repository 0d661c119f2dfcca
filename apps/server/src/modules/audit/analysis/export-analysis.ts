import type { OutputOf } from '@suanpan/contract/endpoint';
import { operationAnalysis } from '@suanpan/contract/endpoints/audit';
import { operationGroupNames } from '@suanpan/domain/operations/groups';
import { translate } from '@suanpan/messages/translate';
import { exportList } from '../../../platform/export-list.ts';
import type { ExportReader } from '../../../platform/export-list.ts';
import { analyseOperations } from './analyse-operations.ts';

type Row = OutputOf<typeof operationAnalysis>['items'][number];

/** The analysis of operators as a file: one row a person, so that it is never more than a page. */
export const operationAnalysisExport = exportList({
  kind: 'admin.operationAnalysis',
  filter: operationAnalysis.input,
  count: async (reader, filter) => (await rowsOf(reader, filter)).length,
  read: async (reader, filter) => ({
    rows: (await rowsOf(reader, filter)).map((row) => ({
      operator: row.operator.username,
      role: translate(reader.locale, `statuses.role.${row.operator.role_name}`),
      anomalies: row.anomalies
        .map(({ kind, count }) =>
          translate(reader.locale, `audit.anomalies.${kind}`, { count: String(count) }),
        )
        .join(' · '),
      acts: { count: row.acts },
      usual: row.usual_per_day,
      denials: { count: row.denials },
      night: { count: row.night },
      ...Object.fromEntries(operationGroupNames.map((name) => [name, groupText(row, name)])),
      last: { at: row.last_at },
    })),
    next: null,
  }),
});

async function rowsOf(
  { db, actor }: ExportReader,
  { from, to, actor: name }: { from: string; to: string; actor?: string | undefined },
): Promise<readonly Row[]> {
  const stretch = { from: new Date(from), to: new Date(to), ...(name && { actor: name }) };
  return (await analyseOperations(db, actor.scope, stretch)).items;
}

/** How many acts and what they moved; amounts of two currencies are never added. */
function groupText({ groups }: Row, name: (typeof operationGroupNames)[number]): string | null {
  const own = groups.find(({ group }) => group === name);
  if (own === undefined) return null;
  return [String(own.count), ...own.amounts.map(({ currency, amount }) => `${amount} ${currency}`)].join(
    ' · ',
  );
}
