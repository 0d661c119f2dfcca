import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import * as contract from '@suanpan/contract/endpoints/deposits';
import { Refusal } from '@suanpan/domain/errors';
import { readOrderAmount } from '@suanpan/domain/order-amount';
import type { ErrorName } from '@suanpan/domain/errors';
import { typedAmount } from '@suanpan/domain/typed-amount';
import type { Kysely } from 'kysely';
import { countAll } from '../../../platform/count-all.ts';
import { errorCode, isUniqueViolation } from '../../../platform/db/database-error.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { doorRefusal } from '../../../platform/door-refusal.ts';
import type { Actor, KeyedContext } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { answerPage, page } from '../../../platform/http/page.ts';
import { spendStepUp } from '../../identity/index.ts';
import { bindSlips } from '../../orders/index.ts';
import { findOwnerBelow } from '../move/owners-in-scope.queries.ts';
import type { FundsDeps } from '../funds-deps.ts';
import { applyDeposit, creditDeposit, endDeposit } from './deposit.store.ts';
import type { DecidedBy } from './deposit.store.ts';
import { presentDeposit, presentDepositSum } from './deposits.present.ts';
import { isShownDepositSlip, listDeposits, sumDeposits } from './deposits.queries.ts';
import type { DepositFilter, ListedDeposit } from './deposits.queries.ts';

interface Asked {
  readonly id: string;
  readonly reason: string;
  readonly payment_password: string;
  readonly one_code: string;
}

/** Top-ups: who applied, and who found the money. */
export function bindDeposits(app: Http, { db, identity }: FundsDeps): void {
  /** Refuses `notFound` for an absent deposit and one of another tree alike, and `invalidState` for one that is decided. */
  async function decide(
    context: KeyedContext,
    input: Asked,
    refusedAs: ErrorName,
    work: (tx: Tx, row: ListedDeposit, by: DecidedBy) => Promise<boolean>,
  ): Promise<{ state: 'done' }> {
    const { actor, requestId } = context;
    const row = await findDeposit(db.app, actor, BigInt(input.id));
    const proven = await identity.proveStepUp(actor, {
      paymentPassword: input.payment_password,
      oneCode: input.one_code,
    });
    try {
      return await context.once(async (tx) => {
        await spendStepUp(tx, proven);
        if (!(await work(tx, row, { personId: actor.userId, requestId }))) throw new Refusal('invalidState');
        return { state: 'done' as const };
      });
    } catch (error) {
      if (isUniqueViolation(error, 'deposit_transfer')) throw new Refusal('receiptTaken');
      throw errorCode(error) === 'LG403' ? new Refusal(refusedAs) : error;
    }
  }

  bindSlips(app, db, {
    path: contract.depositSlipPath,
    act: 'collections.deposit.slip',
    permission: 'collections.deposit.create',
    isShown: isShownDepositSlip,
  });

  const { deposits, applyDeposit: apply, approveDeposit, rejectDeposit, cancelDeposit } = contract;
  bindEndpoints(
    app,
    { deposits, apply, approveDeposit, rejectDeposit, cancelDeposit },
    {
      async deposits({ actor }, input) {
        const filter = depositFilterOf(input);
        const [rows, sums] = await Promise.all([
          listDeposits(db.app, actor.scope, filter, page(input)),
          sumDeposits(db.app, actor.scope, filter),
        ]);
        return answerPage(input, {
          items: rows.map((row) => presentDeposit(row, actor)),
          total: countAll(sums),
          summary: { by_currency: sums.map(presentDepositSum) },
        });
      },
      async apply(context, input) {
        const { actor, requestId } = context;
        const ownerId = await ownerFor(db.app, actor, input.owner_id);
        const isBank = input.method === 'bank';
        if ((isBank ? input.payer_last5 : input.tx_hash) === undefined) throw new Refusal('proofRequired');
        const asked = {
          ownerId,
          currency: input.currency,
          amount: readOrderAmount(input.amount, input.currency),
          method: input.method,
          payerLast5: isBank ? (input.payer_last5 ?? null) : null,
          txHash: isBank ? null : (input.tx_hash ?? null),
          note: input.note ?? null,
          slip: input.slip ?? null,
        };
        try {
          return await context.once(async (tx) => {
            const id = await applyDeposit(tx, asked, { personId: actor.userId, requestId });
            return presentDeposit(await findDeposit(tx, actor, id), actor);
          });
        } catch (error) {
          // His own, and nobody else's: what other trees claim is not for him to know.
          if (isUniqueViolation(error, 'deposit_claim')) throw new Refusal('receiptTaken');
          throw doorRefusal(error, { LG403: 'forbidden', LG404: 'notFound', LG410: 'fileExpired' });
        }
      },
      async approveDeposit(context, input) {
        requirePlatform(context.actor);
        return decide(context, input, 'ownSubmission', async (tx, row, by) => {
          const fee = typedAmount(input.fee ?? '0', row.currency);
          if (fee >= row.amount) throw new Refusal('checkHandlingFee');
          return creditDeposit(tx, row.id, fee, by);
        });
      },
      async rejectDeposit(context, input) {
        requirePlatform(context.actor);
        return decide(context, input, 'forbidden', (tx, row, by) =>
          endDeposit(tx, row.id, 'rejected', { ...by, reason: input.reason }),
        );
      },
      cancelDeposit: (context, input) =>
        decide(context, input, 'forbidden', (tx, row, by) =>
          endDeposit(tx, row.id, 'cancelled', { ...by, reason: input.reason }),
        ),
    },
  );
}

/** The money comes to the platform's own bank: nobody else can find it there, whatever his rights. */
function requirePlatform({ scope }: Actor): void {
  if (scope.kind !== 'platform') throw new Refusal('forbidden');
}

async function findDeposit(db: Kysely<Tables>, { scope }: Actor, id: bigint): Promise<ListedDeposit> {
  const [row] = await listDeposits(db, scope, { id }, { offset: 0, limit: 1 });
  if (row === undefined) throw new Refusal('notFound');
  return row;
}

/** Whose money it will be: a merchant's own, or the one that somebody above him names. */
async function ownerFor(db: Kysely<Tables>, { scope }: Actor, named: string | undefined): Promise<bigint> {
  if (scope.kind === 'customer' && (named === undefined || named === String(scope.customerId)))
    return scope.customerId;
  const owner = named === undefined ? undefined : await findOwnerBelow(db, scope, BigInt(named));
  if (owner?.kind !== 'customer') throw new Refusal('notFound');
  return owner.id;
}

type Question = Omit<ParsedInputOf<typeof contract.deposits>, 'page' | 'paginate' | 'cursor'>;

export function depositFilterOf(input: Question): DepositFilter {
  const { no, owner_id, status, method, currency, from, to } = input;
  return {
    ...(no && { no }),
    ...(owner_id !== undefined && { ownerId: BigInt(owner_id) }),
    ...(status !== undefined && { status }),
    ...(method !== undefined && { method }),
    ...(currency !== undefined && { currency }),
    ...(from !== undefined && { from: new Date(from) }),
    ...(to !== undefined && { to: new Date(to) }),
    isQueue: !no && status === undefined && from === undefined && to === undefined,
  };
}
