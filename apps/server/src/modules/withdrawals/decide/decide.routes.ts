import * as contract from '@suanpan/contract/endpoints/withdrawals';
import { Refusal } from '@suanpan/domain/errors';
import { transact } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { refuseBlocked } from '../../approvals/index.ts';
import { audit } from '../../audit/index.ts';
import { spendStepUp } from '../../identity/index.ts';
import { bindSlips } from '../../orders/index.ts';
import { openAccount } from '../accounts/keep-account.ts';
import { proveAsked } from '../prove-asked.ts';
import { findWithdrawal } from '../read/list.routes.ts';
import type { ListedWithdrawal } from '../read/withdrawals.queries.ts';
import { slipNumber } from '../slip-number.ts';
import { throughDoor } from '../refusals-of-doors.ts';
import type { WithdrawalsDeps } from '../withdrawals-deps.ts';
import { blockedOnWithdrawals } from './blocked-actions.ts';
import { freeAct, markPaidAct, payThroughDoor, refuseAgainst, reverseAct } from './decision-acts.ts';
import {
  endWithdrawal,
  isShownSlip,
  lockWithdrawal,
  releaseWithdrawal,
  remarkWithdrawal,
  takeWithdrawal,
} from './decide.store.ts';

const done = { state: 'done' } as const;

/** What the platform does with withdrawals: it is its bank that pays them, so nobody else decides, whatever his rights. */
export function bindDecisions(app: Http, deps: WithdrawalsDeps): void {
  const { approvals, db, vault } = deps;
  const markPaid = approvals.register(markPaidAct);
  const reverse = approvals.register(reverseAct);
  const free = approvals.register(freeAct);

  bindSlips(app, db, {
    path: contract.withdrawalSlipPath,
    act: 'withdraws.list.slip',
    permission: 'withdraws.list.approve',
    isShown: isShownSlip,
  });

  async function find({ actor }: RequestContext, id: string): Promise<ListedWithdrawal> {
    const row = await findWithdrawal(db.app, actor, BigInt(id));
    if (actor.scope.kind !== 'platform') throw new Refusal('forbidden');
    return row;
  }

  bindEndpoints(
    app,
    {
      takeWithdrawal: contract.takeWithdrawal,
      releaseWithdrawal: contract.releaseWithdrawal,
      updateWithdrawal: contract.updateWithdrawal,
      approveWithdrawal: contract.approveWithdrawal,
      rejectWithdrawal: contract.rejectWithdrawal,
      reverseWithdrawal: contract.reverseWithdrawal,
      remarkWithdrawal: contract.remarkWithdrawal,
      revealWithdrawalCard: contract.revealWithdrawalCard,
    },
    {
      async takeWithdrawal(context, input) {
        const row = await find(context, input.id);
        return throughDoor(
          context.once(async (tx) => {
            const by = { personId: context.actor.userId, requestId: context.requestId };
            const found = await lockWithdrawal(tx, row.id);
            // What was wired already is taken to be booked, whatever stands against it by now.
            if (found?.status === 'pending' && !found.is_said_wired) await refuseAgainst(tx, found);
            if (!(await takeWithdrawal(tx, row.id, by))) throw takenOr(found?.operator ?? null);
            return {};
          }),
          'ownSubmission',
        );
      },

      async releaseWithdrawal(context, input) {
        const row = await find(context, input.id);
        return throughDoor(
          context.once(async (tx) => {
            await refuseOthers(tx, row.id, context.actor.userId);
            await refuseBlocked(tx, blockedOnWithdrawals, row.id, 'release');
            const by = {
              makerId: context.actor.userId,
              approvalId: null,
              reason: '',
              requestId: context.requestId,
            };
            if (!(await releaseWithdrawal(tx, row.id, by))) throw new Refusal('invalidState');
            return {};
          }),
          'forbidden',
        );
      },

      async updateWithdrawal(context, input) {
        await find(context, input.id);
        const stepUp = await proveAsked(deps, context, input);
        return approvals.submit(context, free, { withdrawal_id: input.id }, { reason: input.reason, stepUp });
      },

      async approveWithdrawal(context, input) {
        const row = await find(context, input.id);
        const stepUp = await proveAsked(deps, context, input);
        const { slip, third_party_no: number } = input;
        if (slip === undefined && number === undefined) throw new Refusal('proofRequired');
        const paid = {
          withdrawal_id: input.id,
          third_party_no: number ?? slipNumber(slip),
          ...(slip !== undefined && { slip }),
        };
        const isLarge = await transact(db.app, async (tx) => {
          await refuseOthers(tx, row.id, context.actor.userId);
          return (await lockWithdrawal(tx, row.id))?.needs_second;
        });
        if (isLarge === true) {
          return approvals.submit(context, markPaid, paid, { reason: input.reason, stepUp });
        }
        return context.once(async (tx) => {
          await spendStepUp(tx, stepUp);
          // What came in between may have made it one for two: then it has to be asked for once more.
          if ((await lockWithdrawal(tx, row.id))?.needs_second === true) throw new Refusal('staleEdit');
          await refuseBlocked(tx, blockedOnWithdrawals, row.id, 'approve');
          await payThroughDoor(tx, paid, {
            makerId: context.actor.userId,
            approvalId: null,
            reason: input.reason,
            requestId: context.requestId,
          });
          return done;
        });
      },

      async rejectWithdrawal(context, input) {
        const row = await find(context, input.id);
        const stepUp = await proveAsked(deps, context, input);
        return throughDoor(
          context.once(async (tx) => {
            await spendStepUp(tx, stepUp);
            await refuseOthers(tx, row.id, context.actor.userId);
            await refuseBlocked(tx, blockedOnWithdrawals, row.id, 'reject');
            const by = {
              personId: context.actor.userId,
              requestId: context.requestId,
              reason: input.reason,
            };
            if (!(await endWithdrawal(tx, row.id, 'rejected', by))) throw new Refusal('invalidState');
            return done;
          }),
          'ownSubmission',
        );
      },

      async reverseWithdrawal(context, input) {
        await find(context, input.id);
        const stepUp = await proveAsked(deps, context, input);
        return approvals.submit(
          context,
          reverse,
          { withdrawal_id: input.id },
          { reason: input.reason, stepUp },
        );
      },

      async remarkWithdrawal(context, input) {
        const row = await find(context, input.id);
        await transact(db.app, async (tx) => {
          const by = { personId: context.actor.userId, requestId: context.requestId };
          if (!(await remarkWithdrawal(tx, row.id, input.remarks, by))) throw new Refusal('notFound');
        });
        return {};
      },

      async revealWithdrawalCard(context, input) {
        const row = await find(context, input.id);
        const stepUp = await proveAsked(deps, context, input);
        await transact(db.app, async (tx) => {
          await spendStepUp(tx, stepUp);
          await audit(tx, context, {
            act: 'withdraws.list.reveal',
            objectKind: 'withdrawal',
            objectId: input.id,
            after: { reason: input.reason },
          });
        });
        return { card_no: openAccount(vault, row) };
      },
    },
  );

  /** Refuses `takenByAnotherOperator` where somebody else has it in hand. */
  async function refuseOthers(tx: Tx, id: bigint, userId: bigint): Promise<void> {
    const found = await lockWithdrawal(tx, id);
    if (found?.status === 'processing' && found.operator_id !== userId) throw takenOr(found.operator);
  }
}

function takenOr(operator: string | null): Refusal {
  return operator === null
    ? new Refusal('invalidState')
    : new Refusal('takenByAnotherOperator', { params: { name: operator } });
}
