import { blockEntries } from '@suanpan/contract/endpoints/protection';
import { translate } from '@suanpan/messages/translate';
import type { Vault } from '../../platform/crypto/vault.ts';
import { exportList, pageOf } from '../../platform/export-list.ts';
import type { PresentedList } from '../../platform/export-list.ts';
import { countEntries, listEntries } from './entries.queries.ts';
import { presentEntry } from './risk.present.ts';
import { filterOf } from './risk.routes.ts';

/** The block lists as a file: names and cards masked, as they are kept. */
export function blockEntryExport(vault: Vault): PresentedList {
  return exportList({
    kind: 'settings.blockLists',
    // Not by value: a card or a name that is looked for would be kept with the export.
    filter: blockEntries.input.pick({ kind: true }).strict(),
    count: ({ db, actor }, filter) => countEntries(db.reports, actor.scope, filterOf(vault, filter)),
    async read({ db, actor, locale }, filter, { after, limit }) {
      const asked = { ...filterOf(vault, filter), ...(after !== null && { after: BigInt(after) }) };
      const rows = await listEntries(db.reports, actor.scope, asked, { offset: 0, limit });
      return pageOf(
        rows,
        limit,
        (row) => {
          const shown = presentEntry(row);
          return {
            shown: shown.shown,
            kind: translate(locale, `protection.kinds.${shown.kind}`),
            scope:
              shown.agent === null
                ? translate(locale, 'protection.scope.platform')
                : translate(locale, 'protection.scope.agent', { name: shown.agent.name }),
            note: shown.note,
            by: shown.created_by,
            created_at: { at: shown.created_at },
            hits: { count: shown.hits },
            lastHit: { at: shown.last_hit_at },
          };
        },
        (row) => String(row.id),
      );
    },
  });
}
