import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import { changelogs, proofRuns, runProof } from '@suanpan/contract/endpoints/accounting';
import type { Database } from '../../platform/db/database.ts';
import { bindEndpoints } from '../../platform/http/bind-endpoints.ts';
import type { Http } from '../../platform/http/create-http.ts';
import type { Module } from '../../platform/module.ts';
import type { ChangelogFilter } from './changelogs.queries.ts';
import { foldAccounts } from './fold-accounts.store.ts';
import { accountsIn, presentProof } from './ledger.present.ts';
import { namedAccounts } from './proof/named-accounts.queries.ts';
import { latestProofs } from './proof/proof.store.ts';
import { proveAndKeep } from './proof/prove.ts';
import { proveWork } from './proof/prove-work.ts';
import { readChangelogs } from './read-changelogs.ts';

const proofsShown = 20;

export interface LedgerDeps {
  readonly db: Database;
}

export function openLedger({ db }: LedgerDeps): Module {
  return {
    bind: (app) => bindLedger(app, db),
    works: [proveWork(db)],
    sweep: () => foldAccounts(db.workers),
  };
}

function bindLedger(app: Http, db: Database): void {
  bindEndpoints(
    app,
    { changelogs, proofRuns, runProof },
    {
      async changelogs({ actor }, input) {
        return readChangelogs(db.app, actor.scope, filterOf(input), input);
      },
      async proofRuns() {
        const rows = await latestProofs(db.app, proofsShown);
        const named = await namedAccounts(db.app, accountsIn(rows));
        return { items: rows.map((row) => presentProof(row, named)) };
      },
      async runProof({ actor }) {
        await proveAndKeep(db, actor.userId);
        const [latest] = await latestProofs(db.app, 1);
        if (latest === undefined) throw new Error('The proof was not kept');
        return presentProof(latest, await namedAccounts(db.app, accountsIn([latest])));
      },
    },
  );
}

type ChangelogQuestion = Omit<ParsedInputOf<typeof changelogs>, 'page' | 'paginate' | 'cursor'>;

export function filterOf(input: ChangelogQuestion): ChangelogFilter {
  return {
    ...(input.owner_id !== undefined && { ownerId: BigInt(input.owner_id) }),
    ...(input.owner_role !== undefined && { ownerRole: input.owner_role }),
    ...(input.customer_id !== undefined && { customerId: BigInt(input.customer_id) }),
    ...(input.agent_id !== undefined && { agentId: BigInt(input.agent_id) }),
    ...(input.order_no && { orderNo: input.order_no }),
    ...(input.event !== undefined && { event: input.event }),
    ...(input.account !== undefined && { account: input.account }),
    ...(input.currency !== undefined && { currency: input.currency }),
    ...(input.from !== undefined && { from: new Date(input.from) }),
    ...(input.to !== undefined && { to: new Date(input.to) }),
  };
}
