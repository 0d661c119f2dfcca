import * as contract from '@suanpan/contract/endpoints/withdrawal-rules';
import type { WithdrawFeeRow } from '@suanpan/contract/endpoints/withdrawal-rules';
import { Refusal } from '@suanpan/domain/errors';
import { formatLedger } from '@suanpan/money/amount';
import { isUniqueViolation } from '../../../platform/db/database-error.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { Actor, KeyedContext } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { answerPage, page } from '../../../platform/http/page.ts';
import { audit } from '../../audit/index.ts';
import { spendStepUp } from '../../identity/index.ts';
import { proveAsked } from '../prove-asked.ts';
import { findRuled } from '../rules/rules.queries.ts';
import type { WithdrawalsDeps } from '../withdrawals-deps.ts';
import { priceOf, tellPrice } from './fee.ts';
import { countFees, listFees } from './fees.queries.ts';
import type { ListedFee } from './fees.queries.ts';
import { changeFee, insertFee, removeFee } from './fees.store.ts';

interface Asked {
  readonly reason: string;
  readonly payment_password: string;
  readonly one_code: string;
}

const done = { state: 'done' } as const;

/** What a withdrawal costs: the platform's prices, and those that a senior agent sets for single owners of his tree. */
export function bindWithdrawFees(app: Http, deps: WithdrawalsDeps): void {
  const { db } = deps;

  async function change(
    context: KeyedContext,
    act: 'create' | 'update' | 'delete',
    input: Asked,
    work: (tx: Tx) => Promise<{ readonly id: bigint; readonly before?: string; readonly after?: string }>,
  ): Promise<typeof done> {
    const proven = await proveAsked(deps, context, input);
    return context.once(async (tx) => {
      await spendStepUp(tx, proven);
      const { id, before, after } = await work(tx);
      await audit(tx, context, {
        act: `withdraws.fee.${act}`,
        objectKind: 'withdrawFee',
        objectId: String(id),
        ...(before !== undefined && { before: { rule: before } }),
        after: { ...(after !== undefined && { rule: after }), reason: input.reason },
      });
      return done;
    });
  }

  /** A price that this caller may change. Refuses `notFound` for one that he does not see, `forbidden` for one he only pays. */
  async function findFee({ actor }: KeyedContext, id: string): Promise<ListedFee> {
    const [fee] = await listFees(db.app, actor.scope, { id: BigInt(id) }, { offset: 0, limit: 1 });
    if (fee === undefined) throw new Refusal('notFound');
    if (!isHis(fee, actor)) throw new Refusal('forbidden');
    return fee;
  }

  bindEndpoints(
    app,
    {
      withdrawFees: contract.withdrawFees,
      addWithdrawFee: contract.addWithdrawFee,
      updateWithdrawFee: contract.updateWithdrawFee,
      deleteWithdrawFee: contract.deleteWithdrawFee,
    },
    {
      async withdrawFees({ actor }, input) {
        const filter = {
          ...(input.user_id !== undefined && { userId: BigInt(input.user_id) }),
          ...(input.currency !== undefined && { currency: input.currency }),
        };
        const [rows, total] = await Promise.all([
          listFees(db.app, actor.scope, filter, page(input)),
          countFees(db.app, actor.scope, filter),
        ]);
        return answerPage(input, {
          items: rows.map((row) => presentFee(row, actor)),
          total,
          summary: {},
        });
      },

      async addWithdrawFee(context, input) {
        const { scope } = context.actor;
        const isHouse = scope.kind === 'platform';
        if ((input.user_id === undefined) === (input.role === undefined))
          throw new Refusal('fillCompleteData');
        if (!isHouse && (input.role !== undefined || input.platform_share !== undefined)) {
          throw new Refusal('forbidden');
        }
        const owner =
          input.user_id === undefined ? undefined : await findRuled(db.app, scope, BigInt(input.user_id));
        if (input.user_id !== undefined && owner === undefined) throw new Refusal('notFound');
        const target = input.target_currency ?? input.currency;
        if (target !== input.currency && (target !== 'USDT' || input.type !== 'chain')) {
          throw new Refusal('currencyNotOffered', { params: { currency: target } });
        }
        const price = priceOf(input, input.currency, target);
        try {
          return await change(context, 'create', input, async (tx) => {
            const id = await insertFee(tx, {
              ...price,
              ownerId: owner?.id ?? null,
              role: input.role ?? null,
              currency: input.currency,
              targetCurrency: target,
              type: input.type,
              validFrom: input.valid_from === undefined ? null : new Date(input.valid_from),
              byAgent: !isHouse,
            });
            return { id, after: tellPrice(price) };
          });
        } catch (error) {
          throw isUniqueViolation(error, 'withdraw_fee_once') ? new Refusal('staleEdit') : error;
        }
      },

      async updateWithdrawFee(context, input) {
        const fee = await findFee(context, input.id);
        if (context.actor.scope.kind !== 'platform' && input.platform_share !== undefined) {
          throw new Refusal('forbidden');
        }
        const price = priceOf(input, fee.currency, fee.target_currency);
        return change(context, 'update', input, async (tx) => {
          if (!(await changeFee(tx, fee.id, input.version, price))) throw new Refusal('staleEdit');
          return { id: fee.id, before: `${fee.pct}% + ${fee.fixed} ${fee.mode}`, after: tellPrice(price) };
        });
      },

      async deleteWithdrawFee(context, input) {
        const fee = await findFee(context, input.id);
        return change(context, 'delete', input, async (tx) => {
          if (!(await removeFee(tx, fee.id, input.version))) throw new Refusal('staleEdit');
          return { id: fee.id, before: `${fee.pct}% + ${fee.fixed} ${fee.mode}` };
        });
      },
    },
  );
}

/** The platform changes every price; a senior agent's house what it set itself. */
function isHis(fee: ListedFee, { scope }: Actor): boolean {
  return (
    scope.kind === 'platform' || (scope.kind === 'agent' && fee.by_agent && fee.owner_id !== scope.agentId)
  );
}

function presentFee(fee: ListedFee, actor: Actor): WithdrawFeeRow {
  const money = (minor: bigint): string => formatLedger(minor, fee.target_currency);
  const isHouse = actor.scope.kind === 'platform';
  const acts = isHis(fee, actor) ? (['update', 'delete'] as const) : [];
  return {
    id: String(fee.id),
    user: fee.owner_id === null ? null : { id: String(fee.owner_id), name: fee.owner_name ?? '' },
    role: fee.role,
    currency: fee.currency,
    target_currency: fee.target_currency,
    type: fee.type,
    pct: fee.pct,
    fixed: money(fee.fixed),
    mode: fee.mode,
    platform_share: isHouse ? { pct: fee.share_pct, fixed: money(fee.share_fixed) } : null,
    valid_from: fee.valid_from.toISOString(),
    version: fee.version,
    actions: acts.filter((act) => actor.permissions.has(`withdraws.fee.${act}`)),
  };
}
