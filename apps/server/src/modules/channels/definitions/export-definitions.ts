import { channelDefinitions, methodTypes } from '@suanpan/contract/endpoints/channel-definitions';
import { translate } from '@suanpan/messages/translate';
import { businessNow } from '../../../platform/clock.ts';
import { countOf } from '../../../platform/db/count-of.ts';
import { exportList } from '../../../platform/export-list.ts';
import { presentDefinition } from './definitions.present.ts';
import { countDefinitions, listDefinitions } from './definitions.queries.ts';
import { definitionFilterOf } from './definition-filter.ts';

/** The channels as a file. There are few of them: a page is found again by how many came before it. */
export const definitionExport = exportList({
  kind: 'admin.methods',
  filter: channelDefinitions.input.omit({ page: true, paginate: true, cursor: true }).strict(),
  async count({ db, actor }, filter) {
    return countOf(await countDefinitions(db.reports, actor.scope, definitionFilterOf(filter)));
  },
  async read({ db, actor, locale }, filter, { after, limit }) {
    const offset = after === null ? 0 : Number(after); // Not money: a place in a list.
    const [rows, at] = await Promise.all([
      listDefinitions(db.reports, actor.scope, definitionFilterOf(filter), { offset, limit }),
      businessNow(db.reports),
    ]);
    return {
      next: rows.length < limit ? null : String(offset + rows.length),
      rows: rows.map((row) => {
        const shown = presentDefinition(row, actor, at, undefined);
        const kind = methodTypes.find((one) => one === shown.method_type);
        return {
          state: translate(locale, `channelDefs.states.${shown.enabled ? shown.state : 'off'}`),
          name: shown.name,
          code: shown.code,
          agent: shown.agent?.name ?? null,
          provider: shown.provider?.name ?? null,
          driver: shown.provider === null ? null : row.driver,
          channel_account: shown.channel_account?.name ?? null,
          method_type:
            kind === undefined ? shown.method_type : translate(locale, `channelDefs.methodTypes.${kind}`),
          currency: shown.currency,
          min_amount: { money: shown.min_amount },
          max_amount: { money: shown.max_amount },
          daily_amount: { money: shown.daily_amount },
          daily_count: { count: shown.daily_count },
          balance_limit: { money: shown.balance_limit },
          endpoint_fee:
            shown.endpoint_fee === null
              ? null
              : `${shown.endpoint_fee.pct}% + ${shown.endpoint_fee.per_item}`,
          windows: shown.windows
            .map(({ days, from, to }) => `${days?.length ? `${days.join('')} ` : ''}${from}–${to}`)
            .join(', '),
          priority: { count: shown.priority },
          weight: { count: shown.weight },
          merchants: shown.merchants === null ? null : { count: shown.merchants },
        };
      }),
    };
  },
});
