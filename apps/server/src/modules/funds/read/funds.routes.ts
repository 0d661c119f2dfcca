import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import { fundBuckets, fundRegister } from '@suanpan/contract/endpoints/funds';
import { countAll } from '../../../platform/count-all.ts';
import type { Database } from '../../../platform/db/database.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { answerPage, page } from '../../../platform/http/page.ts';
import { listBuckets, sumBuckets } from './buckets.queries.ts';
import { presentBuckets, presentBucketSum, presentMovement, presentRegisterSum } from './funds.present.ts';
import { listMovements, sumMovements } from './register.queries.ts';
import type { RegisterFilter } from './register.queries.ts';

/** The buckets of one's tree, and the register of every movement without an order. */
export function bindFundLists(app: Http, db: Database): void {
  bindEndpoints(
    app,
    { fundBuckets, fundRegister },
    {
      async fundBuckets({ actor }, input) {
        const filter = {
          ...(input.owner_id !== undefined && { ownerId: BigInt(input.owner_id) }),
          ...(input.role_name !== undefined && { roleName: input.role_name }),
          ...(input.currency !== undefined && { currency: input.currency }),
        };
        const [rows, sums] = await Promise.all([
          listBuckets(db.app, actor.scope, filter, page(input)),
          sumBuckets(db.app, actor.scope, filter),
        ]);
        return answerPage(input, {
          items: rows.map((row) => presentBuckets(row, actor)),
          total: countAll(sums),
          summary: { by_currency: sums.map(presentBucketSum) },
        });
      },
      async fundRegister({ actor }, input) {
        const filter = registerFilterOf(input);
        const [rows, sums] = await Promise.all([
          listMovements(db.app, actor.scope, filter, page(input)),
          sumMovements(db.app, actor.scope, filter),
        ]);
        return answerPage(input, {
          items: rows.map(presentMovement),
          total: countAll(sums),
          summary: { by_currency: sums.map(presentRegisterSum) },
        });
      },
    },
  );
}

type Question = Omit<ParsedInputOf<typeof fundRegister>, 'page' | 'paginate' | 'cursor'>;

export function registerFilterOf(input: Question): RegisterFilter {
  return {
    ...(input.kind !== undefined && { kind: input.kind }),
    ...(input.owner_id !== undefined && { ownerId: BigInt(input.owner_id) }),
    ...(input.operator_id !== undefined && { operatorId: BigInt(input.operator_id) }),
    ...(input.currency !== undefined && { currency: input.currency }),
    ...(input.from !== undefined && { from: new Date(input.from) }),
    ...(input.to !== undefined && { to: new Date(input.to) }),
  };
}
