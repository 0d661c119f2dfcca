import { loginLogs, operationLogs } from '@suanpan/contract/endpoints/audit';
import { changesInBrief, tellAct, tellKind } from '@suanpan/messages/audit-words';
import { translate } from '@suanpan/messages/translate';
import { exportList, pageOf } from '../../../platform/export-list.ts';
import { presentLogin, presentOperation } from '../audit.present.ts';
import { loginFilter, operationFilter } from './filters.ts';
import { listLogins, sumLogins } from './login-logs.queries.ts';
import { countOperations, listOperations } from './operation-logs.queries.ts';
import { readerIn } from './reader.ts';

const paging = { page: true, paginate: true, cursor: true } as const;
const nameOf = (person: { username: string } | null): string | null => person?.username ?? null;

/** The log of operations as a file. */
export const operationLogExport = exportList({
  kind: 'admin.operationLogs',
  filter: operationLogs.input.omit(paging).strict(),
  count: ({ db, actor }, filter) => countOperations(db.reports, actor.scope, operationFilter(filter)),
  async read({ db, actor, locale }, filter, { after, limit }) {
    const asked = { ...operationFilter(filter), ...(after !== null && { after: placeOf(after) }) };
    const reader = readerIn(locale);
    const rows = await listOperations(db.reports, actor.scope, asked, { offset: 0, limit });
    return pageOf(
      rows,
      limit,
      (row) => {
        const shown = presentOperation(row);
        return {
          at: { at: shown.at },
          actor: nameOf(shown.actor) ?? translate(locale, 'audit.detail.system'),
          effective: nameOf(shown.effective),
          act: tellAct(reader, shown.act),
          outcome: translate(locale, `audit.outcomes.${shown.outcome}`),
          object: `${tellKind(reader, shown.object_kind)} ${shown.object_id}`,
          changes: changesInBrief(reader, shown.object_kind, shown.changes),
          ip: shown.ip,
          device: shown.user_agent,
          request: shown.request_id,
          block: shown.block,
        };
      },
      (row) => `${row.id}.${row.place}`,
    );
  },
});

function placeOf(cursor: string): { readonly id: bigint; readonly place: bigint } {
  const [id = '', place = ''] = cursor.split('.');
  return { id: BigInt(id), place: BigInt(place) };
}

/** The log of sign-ins as a file. */
export const loginLogExport = exportList({
  kind: 'admin.loginlogs',
  filter: loginLogs.input.omit(paging).strict(),
  count: async ({ db, actor }, filter) =>
    (await sumLogins(db.reports, actor.scope, loginFilter(filter))).count,
  async read({ db, actor, locale }, filter, { after, limit }) {
    const asked = { ...loginFilter(filter), ...(after !== null && { after: BigInt(after) }) };
    const rows = await listLogins(db.reports, actor.scope, asked, { offset: 0, limit });
    return pageOf(
      rows,
      limit,
      (row) => {
        const shown = presentLogin(row);
        return {
          at: { at: shown.at },
          username: shown.username,
          user:
            shown.user === null
              ? translate(locale, 'audit.logins.unknown')
              : `${translate(locale, `statuses.role.${shown.user.role_name}`)} · ${shown.user.name}`,
          outcome: translate(locale, `audit.loginOutcomes.${shown.outcome}`),
          ip: shown.ip,
          device: shown.user_agent,
        };
      },
      (row) => String(row.id),
    );
  },
});
