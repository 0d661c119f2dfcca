import { searchPrivateTransfers } from '@suanpan/contract/endpoints/private-transfers';
import { countAll } from '../../../platform/count-all.ts';
import type { Vault } from '../../../platform/crypto/vault.ts';
import { exportList, pageOf } from '../../../platform/export-list.ts';
import type { PresentedList } from '../../../platform/export-list.ts';
import { findMatches } from './find-matches.ts';
import { presentTransfer, wireOf } from './private.present.ts';
import { listTransfers, sumTransfers } from './private.queries.ts';
import { transferFilterOf } from './private.routes.ts';

/** The register as a file. */
export const privateTransferExport = (vault: Vault): PresentedList =>
  exportList({
    kind: 'collections.private',
    filter: searchPrivateTransfers.input.omit({ page: true, paginate: true, cursor: true }).strict(),
    async count({ db, actor }, filter) {
      const sums = await sumTransfers(db.reports, actor.scope, transferFilterOf(vault, filter));
      return countAll(sums);
    },
    async read({ db, actor }, filter, { after, limit }) {
      const asked = {
        ...transferFilterOf(vault, filter),
        ...(after !== null && { before: BigInt(after) }),
      };
      const rows = await listTransfers(db.reports, actor.scope, asked, { offset: 0, limit });
      const matches = await findMatches(db.reports, vault, actor.scope, rows.map(wireOf));
      return pageOf(
        rows.map((row, place) => ({ row, shown: presentTransfer(row, matches[place] ?? [], actor) })),
        limit,
        ({ shown }) => ({
          real_name: shown.real_name,
          last5: shown.last5,
          amount: { money: shown.amount },
          currency: shown.currency,
          paid_at: { at: shown.paid_at },
          matches: shown.matches.map(({ no }) => no).join(', '),
          customer: shown.customer === null ? null : `${shown.customer.name} · ${shown.customer.id}`,
          note: shown.note,
          operator: shown.operator,
          created_at: { at: shown.created_at },
        }),
        ({ row }) => String(row.id),
      );
    },
  });
