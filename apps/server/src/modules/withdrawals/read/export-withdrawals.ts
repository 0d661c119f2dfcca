import { searchWithdrawals } from '@suanpan/contract/endpoints/withdrawals';
import { translate } from '@suanpan/messages/translate';
import { countAll } from '../../../platform/count-all.ts';
import { exportList, pageOf } from '../../../platform/export-list.ts';
import { withdrawalFilterOf } from './list.routes.ts';
import { presentWithdrawal } from './withdrawals.present.ts';
import { listWithdrawals, sumWithdrawals } from './withdrawals.queries.ts';

/** The list as a file, by the same query and presentation as its screen. */
export const withdrawalExport = exportList({
  kind: 'withdraws.list',
  filter: searchWithdrawals.input.omit({ page: true, paginate: true, cursor: true, sort: true }).strict(),
  async count({ db, actor }, filter) {
    const sums = await sumWithdrawals(db.reports, actor.scope, withdrawalFilterOf(filter));
    return countAll(sums);
  },
  async read({ db, actor, locale }, filter, { after, limit }) {
    const asked = { ...withdrawalFilterOf(filter), ...(after !== null && { before: BigInt(after) }) };
    const rows = await listWithdrawals(db.reports, actor.scope, asked, '-created_at', { offset: 0, limit });
    return pageOf(
      rows,
      limit,
      (row) => {
        const shown = presentWithdrawal(row, actor, locale);
        return {
          status: translate(locale, `withdrawals.status.${shown.status}`),
          no: shown.no,
          owner: `${shown.owner.name} · ${shown.owner.id}`,
          amount: { money: shown.amount },
          currency: shown.currency,
          target_amount: { money: shown.target_amount },
          target_currency: shown.target_currency,
          fee: { money: shown.fee },
          bank_name: shown.bank_name ?? shown.network,
          branch: shown.branch,
          card_no: shown.card_no,
          account_name: shown.account_name,
          third_party_no: shown.third_party_no,
          remarks: shown.remarks,
          operator: shown.operator,
          created_at: { at: shown.created_at },
          completed_at: { at: shown.completed_at },
        };
      },
      (row) => String(row.id),
    );
  },
});
