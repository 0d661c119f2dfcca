import { collectionCustomerModels, collectionModels } from '@suanpan/contract/endpoints/channel-models';
import { translate } from '@suanpan/messages/translate';
import { countOf } from '../../../platform/db/count-of.ts';
import { exportList } from '../../../platform/export-list.ts';
import type { Direction } from '../merchants/method.ts';
import { differencesOf } from './give-model.ts';
import { customerModelFilterOf } from './models.routes.ts';
import {
  countCustomerModels,
  countModels,
  itemsOf,
  keptMethods,
  listCustomerModels,
  listModels,
} from './models.queries.ts';

const filterOf = ({ search }: { search?: string | undefined }) => ({
  direction: 'collection' as const,
  ...(search && { search }),
});

/** The templates of collections as a file. */
export const modelExport = exportList({
  kind: 'collectionMethod.c_m',
  filter: collectionModels.input.omit({ page: true, paginate: true, cursor: true }).strict(),
  async count({ db, actor }, filter) {
    return countOf(await countModels(db.reports, actor.scope, filterOf(filter)));
  },
  async read({ db, actor, locale }, filter, { after, limit }) {
    const offset = after === null ? 0 : Number(after); // Not money: a place in a list.
    const models = await listModels(db.reports, actor.scope, filterOf(filter), { offset, limit });
    const ids = models.map(({ id }) => id);
    const items = await itemsOf(db.reports, ids);
    return {
      next: models.length < limit ? null : String(offset + models.length),
      rows: models.map((model) => ({
        name: model.name,
        items: items
          .filter(({ model_id: of }) => of === model.id)
          .map(({ alias, channel_name: channel, weight }) => `${alias} ${channel} ${weight}`)
          .join(' · '),
        customers: { count: model.customers },
        agent: model.agent_name ?? translate(locale, 'merchantChannels.states.platform'),
      })),
    };
  },
});

const screens = {
  collection: 'collectionMethod.customer_c_m',
  payout: 'paymentMethod.customer_p_m',
} as const;

/** Merchants with the template that each was given, as a file. */
export const customerModelExport = (direction: Direction) =>
  exportList({
    kind: screens[direction],
    filter: collectionCustomerModels.input.omit({ page: true, paginate: true, cursor: true }).strict(),
    async count({ db, actor }, filter) {
      const wanted = customerModelFilterOf(direction, filter);
      return countOf(await countCustomerModels(db.reports, actor.scope, wanted));
    },
    async read({ db, actor, locale }, filter, { after, limit }) {
      const offset = after === null ? 0 : Number(after); // Not money: a place in a list.
      const wanted = customerModelFilterOf(direction, filter);
      const rows = await listCustomerModels(db.reports, actor.scope, wanted, { offset, limit });
      const ids = rows.map(({ customer_id: id }) => id);
      const methods = await keptMethods(db.reports, actor.scope, direction, ids);
      const items = await itemsOf(db.reports, [
        ...new Set(rows.flatMap(({ model_id: id }) => (id === null ? [] : [id]))),
      ]);
      const off = translate(locale, 'merchantChannels.states.off');
      return {
        next: rows.length < limit ? null : String(offset + rows.length),
        rows: rows.map((row) => {
          const own = methods.filter(({ customer_id: of }) => of === row.customer_id);
          const said = items.filter(({ model_id: of }) => of === row.model_id);
          return {
            customer: `${row.customer_name} · ${row.customer_id}`,
            model: row.model_name,
            differs: row.model_id === null ? null : differencesOf(own, said).join(' · '),
            channels: own
              .map(({ alias, channel_name: name, enabled }) => `${alias} ${name}${enabled ? '' : ` ${off}`}`)
              .join(' · '),
            agent: row.agent_name,
          };
        }),
      };
    },
  });
