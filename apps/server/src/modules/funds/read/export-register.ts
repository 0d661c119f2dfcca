import { fundRegister } from '@suanpan/contract/endpoints/funds';
import type { AccountKind } from '@suanpan/domain/accounts';
import { translate } from '@suanpan/messages/translate';
import { countAll } from '../../../platform/count-all.ts';
import { exportList, pageOf } from '../../../platform/export-list.ts';
import { presentMovement } from './funds.present.ts';
import { registerFilterOf } from './funds.routes.ts';
import { listMovements, sumMovements } from './register.queries.ts';

/** The register as a file; a movement is found again by its journal. */
export const registerExport = exportList({
  kind: 'cashManagement3',
  filter: fundRegister.input.omit({ page: true, paginate: true, cursor: true }).strict(),
  async count({ db, actor }, filter) {
    const sums = await sumMovements(db.reports, actor.scope, registerFilterOf(filter));
    return countAll(sums);
  },
  async read({ db, actor, locale }, filter, { after, limit }) {
    const asked = { ...registerFilterOf(filter), ...(after !== null && { before: BigInt(after) }) };
    const rows = await listMovements(db.reports, actor.scope, asked, { offset: 0, limit });
    return pageOf(
      rows,
      limit,
      (row) => {
        const shown = presentMovement(row);
        const sideOf = (side: typeof shown.from, account: string): string => {
          const bucket = translate(locale, `statuses.account.${account as AccountKind}`);
          return side === null ? bucket : `${side.name} · ${side.id} · ${bucket}`;
        };
        return {
          kind: translate(locale, `funds.kinds.${shown.kind}`),
          no: shown.no,
          from: sideOf(shown.from, shown.from_account),
          to: sideOf(shown.to, shown.to_account),
          amount: { money: shown.amount },
          currency: shown.currency,
          at: { at: shown.at },
          operator: shown.operator,
          note: shown.note,
          journal_id: shown.journal_id,
        };
      },
      (row) => String(row.journal_id),
    );
  },
});
