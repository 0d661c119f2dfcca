import { changelogs } from '@suanpan/contract/endpoints/accounting';
import type { AccountKind } from '@suanpan/domain/accounts';
import type { JournalEvent } from '@suanpan/domain/journals/journal-events';
import { translate } from '@suanpan/messages/translate';
import { countOf } from '../../platform/db/count-of.ts';
import { exportList, pageOf } from '../../platform/export-list.ts';
import { listChangelogs, sumChangelogs } from './changelogs.queries.ts';
import type { ChangelogFilter } from './changelogs.queries.ts';
import { presentChangelog } from './ledger.present.ts';
import { filterOf } from './ledger.routes.ts';

/** Turnover records as a file; a leg is found again by its journal and its place in it. */
export const changelogExport = exportList({
  kind: 'accounting.changelogs',
  filter: changelogs.input.omit({ page: true, paginate: true, cursor: true }).strict(),
  async count({ db, actor }, filter) {
    const sums = await sumChangelogs(db.reports, actor.scope, filterOf(filter));
    return sums.reduce((total, { count }) => total + countOf(count), 0);
  },
  async read({ db, actor, locale }, filter, { after, limit }) {
    const asked: ChangelogFilter = {
      ...filterOf(filter),
      ...(after !== null && { after: placeFrom(after) }),
    };
    const rows = await listChangelogs(db.reports, actor.scope, asked, { offset: 0, limit });
    return pageOf(
      rows,
      limit,
      (row) => {
        const shown = presentChangelog(row);
        return {
          created_at: { at: shown.created_at },
          event: translate(locale, `statuses.journal.${shown.event as JournalEvent}`),
          order_no: shown.order_no,
          owner: `${shown.owner_name} · ${shown.owner_id}`,
          account: translate(locale, `statuses.account.${shown.account as AccountKind}`),
          currency: shown.currency,
          before: { money: shown.before },
          change: { money: shown.change },
          after: { money: shown.after },
          operator: shown.operator,
          note: shown.note,
          journal_id: shown.journal_id,
        };
      },
      (row) => `${row.journal_id}-${row.leg_no}`,
    );
  },
});

function placeFrom(after: string): { journalId: bigint; legNo: bigint } {
  const [journalId = '0', legNo = '0'] = after.split('-');
  return { journalId: BigInt(journalId), legNo: BigInt(legNo) };
}
