import { searchPayouts } from '@suanpan/contract/endpoints/payouts';
import { z } from 'zod';
import { translate } from '@suanpan/messages/translate';
import type { Vault } from '../../../platform/crypto/vault.ts';
import { countOf } from '../../../platform/db/count-of.ts';
import { exportList, pageOf } from '../../../platform/export-list.ts';
import { cardHashesOf, payoutFilterOf } from '../payouts.routes.ts';
import { presentPayout } from './payouts.present.ts';
import { listPayouts, sumPayouts } from './search.queries.ts';
import type { PayoutFilter } from './payout-search.ts';

/** As the list is asked, and the hashes that are kept in place of an account number. */
const asked = searchPayouts.input
  .omit({ page: true, paginate: true, cursor: true, sort: true })
  .extend({ card_hashes: z.array(z.string().max(200)).max(200).optional() })
  .strict();

const filterOf = (
  vault: Vault,
  { card_hashes: cardHashes, ...filter }: z.output<typeof asked>,
): PayoutFilter => ({
  ...payoutFilterOf(vault, filter),
  ...(cardHashes !== undefined && { cardHashes }),
});

/** The payout list as a file: what its screen shows this reader, and nothing besides. */
const exportOf = (vault: Vault, kind: 'payment.transactions' | 'admin.payment') =>
  exportList({
    kind,
    filter: asked,
    keep({ card_no: card, ...filter }) {
      if (typeof card !== 'string' || card === '') return filter;
      const bank = filter['bank_code'];
      return {
        ...filter,
        card_hashes: cardHashesOf(vault, card, typeof bank === 'string' ? bank : undefined),
      };
    },
    async count({ db, actor }, filter) {
      const sums = await sumPayouts(db.reports, actor.scope, filterOf(vault, filter));
      return sums.reduce((total, { count }) => total + countOf(count), 0);
    },
    async read({ db, actor, locale }, filter, { after, limit }) {
      const wanted = { ...filterOf(vault, filter), ...(after !== null && { after: BigInt(after) }) };
      const rows = await listPayouts(db.reports, actor.scope, wanted, '-created_at', { offset: 0, limit });
      return pageOf(
        rows,
        limit,
        (row) => {
          const shown = presentPayout(row, actor, locale);
          return {
            merchant_order_no: shown.merchant_order_no,
            order_no: shown.order_no,
            customer: `${shown.customer.name} · ${shown.customer.id}`,
            account_name: shown.account_name,
            card_no: shown.card_no,
            bank_name: `${shown.bank_code} ${shown.bank_name}`,
            status: translate(locale, `statuses.payout.${shown.status}`),
            callback_status: translate(locale, `statuses.callback.${shown.callback_status}`),
            reverse_status: translate(locale, `statuses.reverse.${shown.reverse_status}`),
            currency: shown.currency,
            amount: { money: shown.amount },
            fee: { money: shown.fee },
            channel: shown.channel,
            payer: shown.payer,
            provider_order_no: shown.provider_order_no,
            created_at: { at: shown.created_at },
            completed_at: { at: shown.completed_at },
            agent: shown.agent && `${shown.agent.name} · ${shown.agent.id}`,
            is_test: translate(locale, shown.is_test ? 'exports.yes' : 'exports.no'),
          };
        },
        (row) => String(row.id),
      );
    },
  });

/** Of each screen of payouts one: what the caller may see of them is his scope's to say. */
export const payoutExports = (vault: Vault) => [
  exportOf(vault, 'payment.transactions'),
  exportOf(vault, 'admin.payment'),
];
