import { incomeDrawings } from '@suanpan/contract/endpoints/income';
import { countAll } from '../../../platform/count-all.ts';
import { exportList, pageOf } from '../../../platform/export-list.ts';
import { presentDrawing } from './drawings.present.ts';
import { listDrawings, sumDrawings } from './drawings.queries.ts';
import { drawingFilterOf } from './drawings.routes.ts';

/** The drawings as a file. */
export const drawingExport = exportList({
  kind: 'accounting.systemIncomewithdraws',
  filter: incomeDrawings.input.omit({ page: true, paginate: true, cursor: true }).strict(),
  async count({ db, actor }, filter) {
    const sums = await sumDrawings(db.reports, actor.scope, drawingFilterOf(filter));
    return countAll(sums);
  },
  async read({ db, actor }, filter, { after, limit }) {
    const asked = { ...drawingFilterOf(filter), ...(after !== null && { before: BigInt(after) }) };
    const rows = await listDrawings(db.reports, actor.scope, asked, { offset: 0, limit });
    return pageOf(
      rows,
      limit,
      (row) => {
        const shown = presentDrawing(row);
        return {
          at: { at: shown.at },
          amount: { money: shown.amount },
          currency: shown.currency,
          to: shown.to,
          operator: shown.operator,
          checker: shown.checker,
          drawable_before: { money: shown.drawable_before },
          drawable_after: { money: shown.drawable_after },
          reason: shown.reason,
          journal_id: shown.journal_id,
        };
      },
      (row) => String(row.id),
    );
  },
});
