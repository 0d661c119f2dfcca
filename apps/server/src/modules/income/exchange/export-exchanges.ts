import { houseExchanges } from '@suanpan/contract/endpoints/income';
import { translate } from '@suanpan/messages/translate';
import { countAll } from '../../../platform/count-all.ts';
import { exportList, pageOf } from '../../../platform/export-list.ts';
import { presentExchange } from './exchanges.present.ts';
import { listExchanges, sumExchanges } from './exchanges.queries.ts';
import { exchangeFilterOf } from './exchanges.routes.ts';

/** The house's exchanges as a file. */
export const exchangeExport = exportList({
  kind: 'accounting.systemIncome.exchanges',
  filter: houseExchanges.input.omit({ page: true, paginate: true, cursor: true }).strict(),
  async count({ db, actor }, filter) {
    const sums = await sumExchanges(db.reports, actor.scope, exchangeFilterOf(filter));
    return countAll(sums);
  },
  async read({ db, actor, locale }, filter, { after, limit }) {
    const asked = { ...exchangeFilterOf(filter), ...(after !== null && { before: BigInt(after) }) };
    const rows = await listExchanges(db.reports, actor.scope, asked, { offset: 0, limit });
    return pageOf(
      rows,
      limit,
      (row) => {
        const shown = presentExchange(row);
        return {
          at: { at: shown.at },
          side: translate(locale, `income.sides.${shown.side}`),
          base: shown.base,
          base_amount: { money: shown.base_amount },
          currency: shown.quote,
          quote_amount: { money: shown.quote_amount },
          rate: shown.rate,
          held_before: { money: shown.held_before },
          held_after: { money: shown.held_after },
          result: { money: shown.result },
          counterparty: shown.counterparty,
          operator: shown.operator,
          checker: shown.checker,
          reason: shown.reason,
          journal_id: shown.journal_id,
        };
      },
      (row) => String(row.id),
    );
  },
});
