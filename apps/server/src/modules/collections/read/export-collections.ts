import { searchCollections } from '@suanpan/contract/endpoints/collections';
import { collectionLabel } from '@suanpan/domain/states/wire';
import { translate } from '@suanpan/messages/translate';
import { countOf } from '../../../platform/db/count-of.ts';
import { exportList, pageOf } from '../../../platform/export-list.ts';
import { presentCollection } from './collections.present.ts';
import { filterOf } from '../collections.routes.ts';
import { listCollections, sumCollections } from './search.queries.ts';

/** The order list as a file: what its screen shows this reader, and nothing besides. */
const exportOf = (kind: 'collections.transactions' | 'admin.collections') =>
  exportList({
    kind,
    filter: searchCollections.input.omit({ page: true, paginate: true, cursor: true, sort: true }).strict(),
    async count({ db, actor }, filter) {
      const sums = await sumCollections(db.reports, actor.scope, filterOf(filter));
      return sums.reduce((total, { count }) => total + countOf(count), 0);
    },
    async read({ db, actor, locale }, filter, { after, limit }) {
      const asked = { ...filterOf(filter), ...(after !== null && { after: BigInt(after) }) };
      const rows = await listCollections(db.reports, actor.scope, asked, '-created_at', { offset: 0, limit });
      return pageOf(
        rows,
        limit,
        (row) => {
          const shown = presentCollection(row, actor);
          return {
            merchant_order_no: shown.merchant_order_no,
            order_no: shown.order_no,
            customer_name: `${shown.customer_name} · ${shown.customer_id}`,
            status: translate(
              locale,
              `statuses.collection.${collectionLabel(shown.status, shown.refund_status, shown.callback_status)}`,
            ),
            callback_status: translate(locale, `statuses.callback.${shown.callback_status}`),
            currency: shown.currency,
            order_amount: { money: shown.order_amount },
            actual_amount: { money: shown.actual_amount },
            fee: { money: shown.fee },
            accounted_amount: { money: shown.accounted_amount },
            exchange_rate: { money: shown.exchange_rate },
            channel: shown.channel,
            real_name: shown.real_name,
            created_at: { at: shown.created_at },
            completed_at: { at: shown.completed_at },
            expires_at: { at: shown.expires_at },
            request_ip: shown.request_ip,
            product_name: shown.product_name,
            agent_name:
              shown.agent_name === null ? shown.agent_id : `${shown.agent_name} · ${shown.agent_id}`,
            is_test: translate(locale, shown.is_test ? 'exports.yes' : 'exports.no'),
          };
        },
        (row) => String(row.id),
      );
    },
  });

/** Of each screen of orders one: what the caller may see of them is his scope's to say. */
export const collectionExports = [exportOf('collections.transactions'), exportOf('admin.collections')];
