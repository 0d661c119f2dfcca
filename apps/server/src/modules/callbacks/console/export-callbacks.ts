import { callbacks } from '@suanpan/contract/endpoints/callbacks';
import type { MerchantEventType } from '@suanpan/domain/states/wire';
import { translate } from '@suanpan/messages/translate';
import { countOf } from '../../../platform/db/count-of.ts';
import { exportList, pageOf } from '../../../platform/export-list.ts';
import type { PresentedList } from '../../../platform/export-list.ts';
import { findParties } from '../find-parties.ts';
import type { OrderBook } from '../told-orders.ts';
import { callbackFilterOf } from './console-filter.ts';
import { presentCallback } from './console.present.ts';
import { countCallbacks, listCallbacks } from './console.queries.ts';

type EventKey = Replace<MerchantEventType>;
type Replace<Name extends string> = Name extends `${infer Noun}.${infer Verb}` ? `${Noun}_${Verb}` : never;

/** By which the words know an event. */
const eventKey = (type: string): EventKey => type.replace('.', '_') as EventKey;

/** The console's list as a file. */
export const callbackExport = (orders: OrderBook): PresentedList =>
  exportList({
    kind: 'callbacks',
    filter: callbacks.input.omit({ page: true, paginate: true, cursor: true }).strict(),
    async count({ db, actor }, filter) {
      const asked = await callbackFilterOf(db.reports, orders, actor.scope, filter);
      return countOf(await countCallbacks(db.reports, actor.scope, asked));
    },
    async read({ db, actor, locale }, filter, { after, limit }) {
      const asked = {
        ...(await callbackFilterOf(db.reports, orders, actor.scope, filter)),
        ...(after !== null && { before: BigInt(after) }),
      };
      const rows = await listCallbacks(db.reports, actor.scope, asked, { offset: 0, limit });
      const orderOf = await findParties(db.reports, orders, rows);
      return pageOf(
        rows,
        limit,
        (row) => {
          const shown = presentCallback(row, orderOf(row), actor);
          return {
            status: translate(locale, `statuses.callback.${shown.status}`),
            order: shown.order.no,
            'order.merchant_no': shown.order.merchant_no,
            'order.kind': translate(locale, `callbacks.kinds.${shown.order.kind}`),
            customer: `${shown.customer.name} · ${shown.customer.id}`,
            type: translate(locale, `orders.callbackLog.events.${eventKey(shown.type)}`),
            result: shown.result === null ? '' : translate(locale, `statuses.callbackResult.${shown.result}`),
            attempts: { count: shown.attempts },
            last_http: shown.last_http === null ? '' : String(shown.last_http),
            created_at: { at: shown.created_at },
            last_at: { at: shown.last_at },
            next_at: { at: shown.next_at },
            url: shown.url,
            event_id: shown.event_id,
          };
        },
        (row) => String(row.id),
      );
    },
  });
