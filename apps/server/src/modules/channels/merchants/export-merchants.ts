import { collectionMerchants } from '@suanpan/contract/endpoints/merchant-channels';
import { translate } from '@suanpan/messages/translate';
import { businessNow } from '../../../platform/clock.ts';
import { countOf } from '../../../platform/db/count-of.ts';
import { exportList } from '../../../platform/export-list.ts';
import { presentMerchant, routeOf } from './merchants.present.ts';
import { listMerchants, methodsOf, sumMerchants } from './merchants.queries.ts';
import { merchantFilterOf } from './merchants.routes.ts';
import type { Direction } from './method.ts';

/** The merchants of a direction with their channels as a file, a line for each merchant. */
export const merchantExport = (direction: Direction) =>
  exportList({
    kind: routeOf[direction],
    filter: collectionMerchants.input.omit({ page: true, paginate: true, cursor: true }).strict(),
    async count({ db, actor }, filter) {
      const { merchants } = await sumMerchants(db.reports, actor.scope, merchantFilterOf(direction, filter));
      return countOf(merchants);
    },
    async read({ db, actor, locale }, filter, { after, limit }) {
      const offset = after === null ? 0 : Number(after); // Not money: a place in a list.
      const wanted = merchantFilterOf(direction, filter);
      const merchants = await listMerchants(db.reports, actor.scope, wanted, { offset, limit });
      const ids = merchants.map(({ id }) => id);
      const methods = await methodsOf(db.reports, actor.scope, ids, wanted);
      const at = await businessNow(db.reports);
      return {
        next: merchants.length < limit ? null : String(offset + merchants.length),
        rows: merchants.map((merchant) => {
          const own = methods.filter(({ customer_id: of }) => of === merchant.id);
          const row = presentMerchant(merchant, own, { actor, at, direction });
          return {
            customer: `${row.customer.name} · ${row.customer.id}`,
            customer_methods: row.customer_methods
              .map(({ alias, enabled, name, weight }) =>
                [alias ?? '', name, enabled ? weight : translate(locale, 'merchantChannels.states.off')].join(
                  ' ',
                ),
              )
              .join(' · '),
            currency: row.currency,
            customer_subagents: row.customer_subagents[0]?.user_subagent.name ?? null,
            agent: row.agent.name,
          };
        }),
      };
    },
  });
