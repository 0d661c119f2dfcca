import { searchPayouts } from '@suanpan/contract/endpoints/payouts';
import { z } from 'zod';
import { countAll } from '../../../platform/count-all.ts';
import type { Vault } from '../../../platform/crypto/vault.ts';
import { writtenList } from '../../../platform/export-list.ts';
import { writeLines } from '../../../platform/lines/write-lines.ts';
import { pageAfter } from '../../orders/index.ts';
import { cardHashesOf, payoutFilterOf } from '../payouts.routes.ts';
import { payoutLines } from './export-payouts.queries.ts';
import { sumPayouts } from './search.queries.ts';
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
  writtenList({
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
      return countAll(sums);
    },
    write({ db, actor, locale }, filter, { after, limit }, wanted) {
      const first = filterOf(vault, filter);
      const page = after === null ? first : pageAfter(first, BigInt(after));
      return writeLines(db.reports, payoutLines(actor.scope, page, locale), { ...wanted, limit });
    },
  });

/** Of each screen of payouts one: what the caller may see of them is his scope's to say. */
export const payoutExports = (vault: Vault) => [
  exportOf(vault, 'payment.transactions'),
  exportOf(vault, 'admin.payment'),
];
