import { changelogs, proofRuns, runProof } from '@suanpan/contract/endpoints/accounting';
import type { Database } from '../../platform/db/database.ts';
import { bindEndpoints } from '../../platform/http/bind-endpoints.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { countOf } from '../../platform/db/count-of.ts';
import { listChangelogs, sumChangelogs } from './changelogs.queries.ts';
import type { ChangelogFilter } from './changelogs.queries.ts';
import { presentChangelog, presentChangelogSum, presentProof } from './ledger.present.ts';
import { latestProofs } from './proof.store.ts';
import { proveAndKeep } from './prove.ts';

const proofsShown = 20;

export function bindLedger(app: Http, db: Database): void {
  bindEndpoints(
    app,
    { changelogs, proofRuns, runProof },
    {
      async changelogs({ actor }, input) {
        const filter: ChangelogFilter = {
          ...(input.owner_id !== undefined && { ownerId: BigInt(input.owner_id) }),
          ...(input.order_no && { orderNo: input.order_no }),
          ...(input.event !== undefined && { event: input.event }),
          ...(input.account !== undefined && { account: input.account }),
          ...(input.from !== undefined && { from: new Date(input.from) }),
          ...(input.to !== undefined && { to: new Date(input.to) }),
        };
        const page = { offset: (input.page - 1) * input.paginate, limit: input.paginate };
        const [rows, sums] = await Promise.all([
          listChangelogs(db.app, actor.scope, filter, page),
          sumChangelogs(db.app, actor.scope, filter),
        ]);
        return {
          items: rows.map(presentChangelog),
          page: input.page,
          paginate: input.paginate,
          total: sums.reduce((total, sum) => total + countOf(sum.count), 0),
          next_cursor: null,
          summary: { by_currency: sums.map(presentChangelogSum) },
        };
      },
      async proofRuns() {
        return { items: (await latestProofs(db.app, proofsShown)).map(presentProof) };
      },
      async runProof({ actor }) {
        await proveAndKeep(db, actor.userId);
        const [latest] = await latestProofs(db.app, 1);
        if (latest === undefined) throw new Error('The proof was not kept');
        return presentProof(latest);
      },
    },
  );
}
