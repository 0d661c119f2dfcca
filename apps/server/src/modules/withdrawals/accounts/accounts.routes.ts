import type { WithdrawAccountRow } from '@suanpan/contract/endpoints/withdrawals';
import * as contract from '@suanpan/contract/endpoints/withdrawals';
import { Refusal } from '@suanpan/domain/errors';
import type { Kysely } from 'kysely';
import { isUniqueViolation } from '../../../platform/db/database-error.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import type { Locale } from '../../../platform/http/locale.ts';
import { ownerOf } from '../../../platform/http/owner-of.ts';
import { answerPage, page } from '../../../platform/http/page.ts';
import { spendStepUp } from '../../identity/index.ts';
import { bankName } from '../../settings/index.ts';
import { proveAsked } from '../prove-asked.ts';
import { throughDoor } from '../refusals-of-doors.ts';
import type { WithdrawalsDeps } from '../withdrawals-deps.ts';
import { countAccounts, listAccounts } from './accounts.queries.ts';
import type { ListedAccount } from './accounts.queries.ts';
import { addAccount, dropAccount, judgeAccount } from './accounts.store.ts';
import { keepAccount } from './keep-account.ts';

/** Where owners may have their money sent to. */
export function bindWithdrawAccounts(app: Http, deps: WithdrawalsDeps): void {
  const { db, vault } = deps;
  const {
    withdrawAccounts,
    addWithdrawAccount,
    deleteWithdrawAccount,
    waitingWithdrawAccounts,
    verifyWithdrawAccount,
  } = contract;
  bindEndpoints(
    app,
    {
      withdrawAccounts,
      addWithdrawAccount,
      deleteWithdrawAccount,
      waitingWithdrawAccounts,
      verifyWithdrawAccount,
    },
    {
      async withdrawAccounts({ actor, locale }, input) {
        const filter = { ownerId: ownOf(actor) };
        const [rows, total] = await Promise.all([
          listAccounts(db.app, actor.scope, filter, page(input)),
          countAccounts(db.app, actor.scope, filter),
        ]);
        return answerPage(input, {
          items: rows.map((row) => presentAccount(row, actor, locale)),
          total,
          summary: {},
        });
      },
      async waitingWithdrawAccounts({ actor, locale }, input) {
        const filter = input.owner_id === undefined ? {} : { ownerId: BigInt(input.owner_id) };
        const [rows, total] = await Promise.all([
          listAccounts(db.app, actor.scope, filter, page(input)),
          countAccounts(db.app, actor.scope, filter),
        ]);
        return answerPage(input, {
          items: rows.map((row) => presentAccount(row, actor, locale)),
          total,
          summary: {},
        });
      },
      async addWithdrawAccount(context, input) {
        const { actor, requestId, locale } = context;
        const ownerId = ownOf(actor);
        const kept = keepAccount(vault, input);
        try {
          return await throughDoor(
            context.once(async (tx) => {
              const id = await addAccount(tx, ownerId, kept, { personId: actor.userId, requestId });
              if (id === undefined) throw new Refusal('withdrawalAccountsFull');
              return presentAccount(await findAccount(tx, actor, id), actor, locale);
            }),
            'forbidden',
          );
        } catch (error) {
          throw isUniqueViolation(error, 'withdraw_account_once')
            ? new Refusal('withdrawalAccountExists')
            : error;
        }
      },
      async deleteWithdrawAccount({ actor, requestId }, input) {
        const { id, owner_id } = await findAccount(db.app, actor, BigInt(input.id));
        if (owner_id !== ownOf(actor)) throw new Refusal('notFound');
        await throughDoor(
          transact(db.app, async (tx) => {
            if (!(await dropAccount(tx, id, { personId: actor.userId, requestId })))
              throw new Refusal('notFound');
          }),
          'forbidden',
        );
        return {};
      },
      async verifyWithdrawAccount(context, input) {
        const { actor, requestId } = context;
        if (actor.scope.kind !== 'platform') throw new Refusal('forbidden');
        const { id } = await findAccount(db.app, actor, BigInt(input.id));
        const proven = await proveAsked(deps, context, input);
        return throughDoor(
          context.once(async (tx) => {
            await spendStepUp(tx, proven);
            const by = { personId: actor.userId, requestId, reason: input.reason };
            if (!(await judgeAccount(tx, id, !input.accept, by))) throw new Refusal('invalidState');
            return { state: 'done' as const };
          }),
          'ownSubmission',
        );
      },
    },
  );
}

/** Whose accounts these are: the caller's owner. The platform has none. */
export function ownOf({ scope }: Actor): bigint {
  const owner = ownerOf(scope);
  if (owner === null) throw new Refusal('forbidden');
  return owner;
}

async function findAccount(db: Kysely<Tables>, { scope }: Actor, id: bigint): Promise<ListedAccount> {
  const [row] = await listAccounts(db, scope, { id }, { offset: 0, limit: 1 });
  if (row === undefined) throw new Refusal('notFound');
  return row;
}

function presentAccount(row: ListedAccount, actor: Actor, locale: Locale): WithdrawAccountRow {
  const judges =
    actor.scope.kind === 'platform' &&
    actor.permissions.has('withdraws.setting.verifyAccount') &&
    row.made_by !== actor.userId;
  const isOwn = ownerOf(actor.scope) === row.owner_id;
  return {
    id: String(row.id),
    owner: { id: String(row.owner_id), name: row.owner_name },
    type: row.type,
    account_name: row.account_name,
    card_no: row.card_shown,
    bank_code: row.bank_code,
    bank_name: row.bank_code && bankName(row.bank_code, locale),
    branch: row.branch,
    province: row.province,
    city: row.city,
    alias: row.alias,
    address: row.address,
    network: row.network,
    currency: row.currency,
    status: row.status,
    usable_from: row.usable_from.toISOString(),
    created_at: row.created_at.toISOString(),
    actions: [
      ...(judges && row.status === 'waiting' ? (['verify'] as const) : []),
      ...(judges && row.status !== 'refused' ? (['refuse'] as const) : []),
      ...(isOwn && actor.permissions.has('withdraws.apply.deleteAccount') ? (['delete'] as const) : []),
    ],
  };
}
