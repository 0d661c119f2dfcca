import { currencyRates } from '@suanpan/contract/endpoints/currency-rates';
import { translate } from '@suanpan/messages/translate';
import { countOf } from '../../platform/db/count-of.ts';
import { exportList } from '../../platform/export-list.ts';
import { rateFilterOf } from './open-rates.ts';
import { presentRate } from './rates.present.ts';
import { countRates, listRates } from './rates.queries.ts';

/** The rates as a file. A version is never changed, so that a page is found again by how many came before it. */
export const rateExport = exportList({
  kind: 'settings.currency_rate',
  filter: currencyRates.input.omit({ page: true, paginate: true, cursor: true }).strict(),
  async count({ db, actor }, filter) {
    return countOf(await countRates(db.reports, actor.scope, rateFilterOf(filter)));
  },
  async read({ db, actor, locale }, filter, { after, limit }) {
    const offset = after === null ? 0 : Number(after); // Not money: a place in a list.
    const rows = await listRates(db.reports, actor.scope, rateFilterOf(filter), { offset, limit });
    return {
      next: rows.length < limit ? null : String(offset + rows.length),
      rows: rows.map((row) => {
        const shown = presentRate(row, actor);
        return {
          agent_name:
            shown.agent_id === null
              ? translate(locale, 'rates.states.platform')
              : `${shown.agent_name ?? ''} · ${shown.agent_id}`,
          base: `${shown.base}/${shown.quote}`,
          collection_rate: shown.collection_rate,
          payment_rate: shown.payment_rate,
          state: translate(locale, `rates.rateStates.${shown.state}`),
          valid_from: { at: shown.valid_from },
          version: { count: shown.version },
          set_by: shown.set_by,
          used_by: shown.used_by === null ? null : { count: shown.used_by },
          reason: shown.reason,
        };
      }),
    };
  },
});
