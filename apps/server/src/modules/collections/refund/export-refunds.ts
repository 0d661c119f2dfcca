import { searchRefunds } from '@suanpan/contract/endpoints/refunds';
import { toldFailure } from '../../../platform/told-failure.ts';
import { translate } from '@suanpan/messages/translate';
import { countAll } from '../../../platform/count-all.ts';
import { exportList, pageOf } from '../../../platform/export-list.ts';
import { presentRefund } from './refunds.present.ts';
import { listRefunds, sumRefunds } from './refunds.queries.ts';
import { refundFilterOf } from './refunds.routes.ts';

/** Refunds and charge-backs as a file. */
export const refundExport = exportList({
  kind: 'collections.revert',
  filter: searchRefunds.input.omit({ page: true, paginate: true, cursor: true }).strict(),
  async count({ db, actor }, filter) {
    const sums = await sumRefunds(db.reports, actor.scope, refundFilterOf(filter));
    return countAll(sums);
  },
  async read({ db, actor, locale }, filter, { after, limit }) {
    const asked = { ...refundFilterOf(filter), ...(after !== null && { before: BigInt(after) }) };
    const rows = await listRefunds(db.reports, actor.scope, asked, { offset: 0, limit });
    return pageOf(
      rows,
      limit,
      (row) => {
        const shown = presentRefund(row, actor);
        return {
          refund_status: translate(
            locale,
            shown.won_at === null ? `statuses.refund.${shown.refund_status}` : 'refunds.states.won',
          ),
          no: shown.no,
          kind: translate(locale, `refunds.kinds.${shown.kind}`),
          order: shown.order.no,
          'order.merchant_order_no': shown.order.merchant_order_no,
          customer: `${shown.customer.name} · ${shown.customer.id}`,
          amount: { money: shown.amount },
          currency: shown.currency,
          provider_order_no: shown.provider_order_no,
          won_ref: shown.won_ref,
          attempts: { count: shown.attempts },
          operator: shown.operator,
          reason: shown.reason,
          failure: shown.failure && toldFailure(locale, shown.failure),
          created_at: { at: shown.created_at },
          completed_at: { at: shown.completed_at },
        };
      },
      (row) => String(row.id),
    );
  },
});
