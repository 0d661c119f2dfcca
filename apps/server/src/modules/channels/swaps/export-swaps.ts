import { channelSwaps } from '@suanpan/contract/endpoints/channel-swaps';
import { translate } from '@suanpan/messages/translate';
import { countOf } from '../../../platform/db/count-of.ts';
import { exportList } from '../../../platform/export-list.ts';
import { countSwaps, listSwaps } from './swaps.queries.ts';

/** The swaps as a file. */
export const swapExport = exportList({
  kind: 'collectionMethod.customer_c_m_change',
  filter: channelSwaps.input.omit({ page: true, paginate: true, cursor: true }).strict(),
  async count({ db, actor }, { direction }) {
    return countOf(await countSwaps(db.reports, actor.scope, direction === undefined ? {} : { direction }));
  },
  async read({ db, actor, locale }, { direction }, { after, limit }) {
    const offset = after === null ? 0 : Number(after); // Not money: a place in a list.
    const filter = direction === undefined ? {} : { direction };
    const rows = await listSwaps(db.reports, actor.scope, filter, { offset, limit });
    return {
      next: rows.length < limit ? null : String(offset + rows.length),
      rows: rows.map((row) => ({
        undone_at: translate(
          locale,
          `merchantChannels.states.${row.undone_at === null ? 'inForce' : 'undone'}`,
        ),
        at: { at: row.at.toISOString() },
        direction: translate(locale, `merchantChannels.directions.${row.direction}`),
        from: row.from_name,
        to: row.to_name,
        affected: { count: row.affected },
        operator: row.operator,
        reason: row.reason,
      })),
    };
  },
});
