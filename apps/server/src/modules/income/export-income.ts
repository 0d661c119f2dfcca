import { systemIncome } from '@suanpan/contract/endpoints/income';
import { translate } from '@suanpan/messages/translate';
import { countAll } from '../../platform/count-all.ts';
import { exportList, pageOf } from '../../platform/export-list.ts';
import { presentIncome } from './income.present.ts';
import { listIncome, sumIncome } from './income.queries.ts';
import type { IncomePlace } from './income.queries.ts';
import { incomeFilterOf } from './income.routes.ts';

/** Income by day and senior agent as a file. */
export const incomeExport = exportList({
  kind: 'accounting.systemIncome',
  filter: systemIncome.input.omit({ page: true, paginate: true, cursor: true }).strict(),
  async count({ db, actor }, filter) {
    const sums = await sumIncome(db.reports, actor.scope, incomeFilterOf(actor.scope, filter));
    return countAll(sums);
  },
  async read({ db, actor, locale }, filter, { after, limit }) {
    const asked = incomeFilterOf(actor.scope, filter);
    const rows = await listIncome(db.reports, actor.scope, asked, {
      offset: 0,
      limit,
      ...(after !== null && { after: placeOf(after) }),
    });
    return pageOf(
      rows,
      limit,
      (row) => {
        const shown = presentIncome(row, actor);
        const { agent, mode } = shown;
        return {
          day: shown.day,
          agent: agent === null ? translate(locale, 'income.states.house') : `${agent.name} · ${agent.id}`,
          mode: mode === null ? null : translate(locale, `income.modes.${mode}`),
          currency: shown.currency,
          accrued: { money: shown.accrued },
          reversed: { money: shown.reversed },
          collected: { money: shown.collected },
          outstanding: { money: shown.outstanding },
        };
      },
      ({ agent_id, currency, day }) => `${day} ${agent_id} ${currency}`,
    );
  },
});

function placeOf(text: string): IncomePlace {
  const [day = '', agentId = '0', currency = ''] = text.split(' ');
  return { day, agentId: BigInt(agentId), currency };
}
