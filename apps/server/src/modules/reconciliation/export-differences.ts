import { differences } from '@suanpan/contract/endpoints/reconciliation';
import { translate } from '@suanpan/messages/translate';
import { countAll } from '../../platform/count-all.ts';
import { exportList } from '../../platform/export-list.ts';
import { differenceFilterOf } from './difference-filter.ts';
import { presentDifference } from './reconciliation.present.ts';
import { listDifferences, sumDifferences } from './reconciliation.queries.ts';

/** Differences as a file. */
export const differenceExport = exportList({
  kind: 'admin.reconciliation',
  filter: differences.input.omit({ page: true, paginate: true, cursor: true }).strict(),
  async count({ actor, db }, filter) {
    const sums = await sumDifferences(db.reports, actor.scope, differenceFilterOf(filter));
    return countAll(sums);
  },
  async read({ actor, db, locale }, filter, { after, limit }) {
    const offset = after === null ? 0 : Number(after); // Not money: a place in a list.
    const rows = await listDifferences(db.reports, actor.scope, differenceFilterOf(filter), {
      offset,
      limit,
    });
    return {
      next: rows.length < limit ? null : String(offset + rows.length),
      rows: rows.map((row) => {
        const shown = presentDifference(row, actor, new Map());
        return {
          state: translate(locale, `reconciliation.states.${shown.state}`),
          type: translate(locale, `reconciliation.types.${shown.type}`),
          day: shown.day,
          channel_account: shown.channel_account.name,
          currency: shown.currency,
          order: shown.order?.no ?? null,
          'line.ref': shown.line?.ref ?? shown.booked_ref,
          'line.own_no': shown.line?.own_no ?? null,
          ours: { money: shown.ours },
          theirs: { money: shown.theirs },
          difference: { money: shown.difference },
          found_at: { at: shown.found_at },
          assignee: shown.assignee?.name ?? null,
          'resolution.act':
            shown.resolution && translate(locale, `reconciliation.acts.${shown.resolution.act}`),
          'resolution.by': shown.resolution?.by ?? null,
          'resolution.at': { at: shown.resolution?.at ?? null },
          'resolution.reason': shown.resolution?.reason ?? null,
          'resolution.journal_id': shown.resolution?.journal_id ?? null,
        };
      }),
    };
  },
});
