import type { OutputOf } from '@suanpan/contract/endpoint';
import type { changelogs } from '@suanpan/contract/endpoints/accounting';
import type { Kysely } from 'kysely';
import { countAll } from '../../platform/count-all.ts';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Scope } from '../../platform/http/actor.ts';
import { answerPage, page } from '../../platform/http/page.ts';
import { listChangelogs, sumChangelogs } from './changelogs.queries.ts';
import type { ChangelogFilter } from './changelogs.queries.ts';
import { presentChangelog, presentChangelogSum } from './ledger.present.ts';

/** One page of turnover records with the sums of the whole filter, as far as the scope reaches. */
export async function readChangelogs(
  db: Kysely<Tables>,
  scope: Scope,
  filter: ChangelogFilter,
  input: { readonly page: number; readonly paginate: number },
): Promise<OutputOf<typeof changelogs>> {
  const [rows, sums] = await Promise.all([
    listChangelogs(db, scope, filter, page(input)),
    sumChangelogs(db, scope, filter),
  ]);
  return answerPage(input, {
    items: rows.map(presentChangelog),
    total: countAll(sums),
    summary: { by_currency: sums.map(presentChangelogSum) },
  });
}
