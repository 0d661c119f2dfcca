import { deposits } from '@suanpan/contract/endpoints/deposits';
import { translate } from '@suanpan/messages/translate';
import { countAll } from '../../../platform/count-all.ts';
import { exportList, pageOf } from '../../../platform/export-list.ts';
import { presentDeposit } from './deposits.present.ts';
import { listDeposits, sumDeposits } from './deposits.queries.ts';
import { depositFilterOf } from './deposits.routes.ts';

/** Top-ups as a file, by the same query and presentation as their screen. */
export const depositExport = exportList({
  kind: 'collections.deposit',
  filter: deposits.input.omit({ page: true, paginate: true, cursor: true }).strict(),
  async count({ db, actor }, filter) {
    const sums = await sumDeposits(db.reports, actor.scope, depositFilterOf(filter));
    return countAll(sums);
  },
  async read({ db, actor, locale }, filter, { after, limit }) {
    const asked = { ...depositFilterOf(filter), ...(after !== null && { before: BigInt(after) }) };
    const rows = await listDeposits(db.reports, actor.scope, asked, { offset: 0, limit });
    return pageOf(
      rows,
      limit,
      (row) => {
        const shown = presentDeposit(row, actor);
        return {
          status: translate(locale, `funds.depositStatus.${shown.status}`),
          no: shown.no,
          owner: `${shown.owner.name} · ${shown.owner.id}`,
          amount: { money: shown.amount },
          fee: { money: shown.fee },
          credited: { money: shown.credited },
          currency: shown.currency,
          method: translate(locale, `funds.methods.${shown.method}`),
          payer_last5: shown.payer_last5 ?? shown.tx_hash,
          created_at: { at: shown.created_at },
          operator: shown.operator,
          applicant: shown.applicant,
          note: shown.note,
          decision_reason: shown.decision_reason,
          completed_at: { at: shown.completed_at },
        };
      },
      (row) => String(row.id),
    );
  },
});
