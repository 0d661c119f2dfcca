import { changelogs } from '@suanpan/contract/endpoints/accounting';
import { countAll } from '../../platform/count-all.ts';
import { writtenList } from '../../platform/export-list.ts';
import { writeLines } from '../../platform/lines/write-lines.ts';
import { changelogLines, sumChangelogs } from './changelogs.queries.ts';
import { filterOf } from './ledger.routes.ts';

/** Turnover records as a file; a leg is found again by its journal and its place in it. */
export const changelogExport = writtenList({
  kind: 'accounting.changelogs',
  filter: changelogs.input.omit({ page: true, paginate: true, cursor: true }).strict(),
  async count({ db, actor }, filter) {
    const sums = await sumChangelogs(db.reports, actor.scope, filterOf(filter));
    return countAll(sums);
  },
  write({ db, actor, locale }, filter, { after, limit }, wanted) {
    const asked = { ...filterOf(filter), ...(after !== null && { after: placeFrom(after) }) };
    return writeLines(db.reports, changelogLines(actor.scope, asked, locale), { ...wanted, limit });
  },
});

function placeFrom(after: string): { journalId: bigint; legNo: bigint } {
  const [journalId = '0', legNo = '0'] = after.split('-');
  return { journalId: BigInt(journalId), legNo: BigInt(legNo) };
}
