import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import * as contract from '@suanpan/contract/endpoints/private-transfers';
import { Refusal } from '@suanpan/domain/errors';
import { readOrderAmount } from '@suanpan/domain/order-amount';
import { maskName } from '@suanpan/domain/names/mask';
import { formatLedger } from '@suanpan/money/amount';
import type { Kysely } from 'kysely';
import { countAll } from '../../../platform/count-all.ts';
import type { Vault } from '../../../platform/crypto/vault.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { answerPage, page } from '../../../platform/http/page.ts';
import { audit } from '../../audit/index.ts';
import { presentSum } from '../../ledger/index.ts';
import { findMerchant } from '../../orders/index.ts';
import type { Collections } from '../service.ts';
import { findMatches, markOf } from './find-matches.ts';
import { presentTransfer, wireOf } from './private.present.ts';
import { listTransfers, sumTransfers } from './private.queries.ts';
import type { TransferFilter, Wire } from './private.queries.ts';
import { deleteTransfer, insertTransfer } from './private.store.ts';

type Question = Omit<ParsedInputOf<typeof contract.searchPrivateTransfers>, 'page' | 'paginate' | 'cursor'>;
type Told = Pick<
  ParsedInputOf<typeof contract.checkPrivateTransfer>,
  'real_name' | 'last5' | 'amount' | 'currency' | 'paid_at'
>;

/** The register of private transfers: looked through for those that look alike, and added to. */
export function bindPrivateTransfers(app: Http, { db, vault }: Pick<Collections, 'db' | 'vault'>): void {
  const { addPrivateTransfer, checkPrivateTransfer, deletePrivateTransfer } = contract;
  const { privateTransfers, searchPrivateTransfers } = contract;

  async function list(
    actor: Actor,
    filter: TransferFilter,
    input: { readonly page: number; readonly paginate: number },
  ) {
    const [rows, sums] = await Promise.all([
      listTransfers(db.app, actor.scope, filter, page(input)),
      sumTransfers(db.app, actor.scope, filter),
    ]);
    const matches = await findMatches(db.app, vault, actor.scope, rows.map(wireOf));
    return answerPage(input, {
      items: rows.map((row, place) => presentTransfer(row, matches[place] ?? [], actor)),
      total: countAll(sums),
      summary: {
        by_currency: sums.map(presentSum),
      },
    });
  }
  const wireFrom = (told: Told): Wire => {
    return {
      id: null,
      nameMark: markOf(vault, told.real_name),
      last5: told.last5,
      currency: told.currency,
      amount: readOrderAmount(told.amount, told.currency),
      paidAt: new Date(told.paid_at),
    };
  };

  bindEndpoints(
    app,
    {
      addPrivateTransfer,
      checkPrivateTransfer,
      deletePrivateTransfer,
      privateTransfers,
      searchPrivateTransfers,
    },
    {
      privateTransfers: ({ actor }, input) => list(actor, {}, input),
      searchPrivateTransfers: ({ actor }, input) => list(actor, transferFilterOf(vault, input), input),
      async checkPrivateTransfer({ actor }, told) {
        const [matches = []] = await findMatches(db.app, vault, actor.scope, [wireFrom(told)]);
        return { matches };
      },
      async addPrivateTransfer(context, input) {
        const { actor } = context;
        const owner = await ownerOf(db.app, actor, input.customer_id);
        const wire = wireFrom(input);
        return context.once(async (tx) => {
          const id = await insertTransfer(tx, {
            ...wire,
            ...owner,
            realName: input.real_name,
            note: input.note ?? null,
            madeBy: actor.userId,
          });
          await audit(tx, context, {
            act: 'collections.private.create',
            objectKind: 'privateTransfer',
            objectId: String(id),
            after: {
              real_name: maskName(input.real_name),
              amount: formatLedger(wire.amount, wire.currency),
              currency: wire.currency,
            },
          });
          const [row] = await listTransfers(tx, actor.scope, { id }, { offset: 0, limit: 1 });
          if (row === undefined) throw new Error(`Transfer ${id} was not kept`);
          const [matches = []] = await findMatches(tx, vault, actor.scope, [wireOf(row)]);
          return presentTransfer(row, matches, actor);
        });
      },
      async deletePrivateTransfer(context, { id }) {
        const { actor } = context;
        await transact(db.app, async (tx) => {
          const [row] = await listTransfers(tx, actor.scope, { id: BigInt(id) }, { offset: 0, limit: 1 });
          if (row === undefined || !(await deleteTransfer(tx, row.id))) throw new Refusal('notFound');
          await audit(tx, context, {
            act: 'collections.private.delete',
            objectKind: 'privateTransfer',
            objectId: id,
            before: {
              real_name: maskName(row.real_name),
              amount: formatLedger(row.amount, row.currency),
              currency: row.currency,
            },
          });
        });
        return {};
      },
    },
  );
}

/** Whose transfer it is: a merchant's own or one that is named, else the agent's or the platform's. */
async function ownerOf(
  db: Kysely<Tables>,
  { scope }: Actor,
  named: string | undefined,
): Promise<{ readonly agentId: bigint | null; readonly customerId: bigint | null }> {
  const wanted = scope.kind === 'customer' ? (named ?? String(scope.customerId)) : named;
  if (wanted === undefined) {
    return { agentId: scope.kind === 'agent' ? scope.agentId : null, customerId: null };
  }
  const merchant = await findMerchant(db, scope, BigInt(wanted));
  if (merchant === undefined) throw new Refusal('notFound');
  return { agentId: merchant.agent_id, customerId: merchant.id };
}

export function transferFilterOf(vault: Vault, input: Question): TransferFilter {
  return {
    ...(input.real_name && { nameMark: markOf(vault, input.real_name) }),
    ...(input.last5 !== undefined && { last5: input.last5 }),
    ...(input.amount !== undefined && { amount: input.amount }),
    ...(input.created_from !== undefined && { from: new Date(input.created_from) }),
    ...(input.created_to !== undefined && { to: new Date(input.created_to) }),
  };
}
