import * as contract from '@suanpan/contract/endpoints/withdrawal-rules';
import { Refusal } from '@suanpan/domain/errors';
import type { KeyedContext, RequestContext } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { answerPage, page } from '../../../platform/http/page.ts';
import { audit } from '../../audit/index.ts';
import { spendStepUp } from '../../identity/index.ts';
import type { ProvenStepUp } from '../../identity/index.ts';
import { proveAsked } from '../prove-asked.ts';
import { throughDoor } from '../refusals-of-doors.ts';
import type { WithdrawalsDeps } from '../withdrawals-deps.ts';
import { raiseCeilingAct } from './ceiling-act.ts';
import { readHolidays, writeHolidays } from './holidays.store.ts';
import { ruleOf } from './rule.ts';
import { ceilingOf, countRules, findRuled, listRules, readConfiguration } from './rules.queries.ts';
import { presentConfiguration, presentRule } from './rules.present.ts';
import { clearUsesOf } from './clear-uses.ts';
import { dropRule, setRule } from './rules.store.ts';
import type { RuleChange } from './rules.store.ts';

const done = { state: 'done' } as const;

/** What owners may withdraw: the platform's configuration, rules of single owners, and the days on which banks rest. */
export function bindWithdrawRules(app: Http, deps: WithdrawalsDeps): void {
  const { approvals, db, vault } = deps;
  const raiseCeiling = approvals.register(raiseCeilingAct);

  /** More that is approved by itself waits for a second person; everything else is set at once. */
  async function set(
    context: KeyedContext,
    change: RuleChange,
    reason: string,
    stepUp: ProvenStepUp,
  ): Promise<Awaited<ReturnType<typeof approvals.submit>>> {
    const ceiling = await ceilingOf(db.app, change);
    if (ceiling === undefined) throw new Refusal('notFound');
    const wanted = change.rule['auto_approve_max'];
    const after = typeof wanted === 'string' ? BigInt(wanted) : ceiling.configured;
    if (after > ceiling.standing && context.actor.permissions.has('withdraws.config.update')) {
      const { ownerId, role, currency, version, rule } = change;
      const payload = {
        owner_id: ownerId === null ? null : String(ownerId),
        role,
        currency,
        version,
        rule: mutable(rule),
      };
      return approvals.submit(context, raiseCeiling, payload, { reason, stepUp });
    }
    if (after > ceiling.standing) throw new Refusal('forbidden');
    return throughDoor(
      context.once(async (tx) => {
        await spendStepUp(tx, stepUp);
        const { actor, requestId } = context;
        const by = { makerId: actor.userId, approvalId: null, reason, requestId };
        if (!(await setRule(tx, change, by))) throw new Refusal('staleEdit');
        return done;
      }),
      'forbidden',
    );
  }

  async function findOwner({ actor }: RequestContext, id: string): Promise<bigint> {
    const owner = await findRuled(db.app, actor.scope, BigInt(id));
    if (owner === undefined) throw new Refusal('notFound');
    return owner.id;
  }

  bindEndpoints(
    app,
    {
      withdrawRules: contract.withdrawRules,
      setWithdrawRule: contract.setWithdrawRule,
      deleteWithdrawRule: contract.deleteWithdrawRule,
      clearWithdrawCardUsage: contract.clearWithdrawCardUsage,
      withdrawConfig: contract.withdrawConfig,
      setWithdrawConfig: contract.setWithdrawConfig,
      setHolidays: contract.setHolidays,
    },
    {
      async withdrawRules({ actor }, input) {
        const filter = {
          ...(input.user_id !== undefined && { userId: BigInt(input.user_id) }),
          ...(input.search && { search: input.search }),
        };
        const [rows, total] = await Promise.all([
          listRules(db.app, actor.scope, filter, page(input)),
          countRules(db.app, actor.scope, filter),
        ]);
        return answerPage(input, {
          items: rows.map((row) => presentRule(row, actor)),
          total,
          summary: {},
        });
      },

      async setWithdrawRule(context, input) {
        const ownerId = await findOwner(context, input.id);
        // What nobody set before is a right of its own.
        if (input.version === 0 && !context.actor.permissions.has('withdraws.setting.create')) {
          throw new Refusal('forbidden');
        }
        const rule = ruleOf(input, input.currency);
        const stepUp = await proveAsked(deps, context, input);
        const change = { ownerId, role: null, currency: input.currency, rule, version: input.version };
        return set(context, change, input.reason, stepUp);
      },

      async deleteWithdrawRule(context, input) {
        const ownerId = await findOwner(context, input.id);
        const stepUp = await proveAsked(deps, context, input);
        const { currency, version, reason } = input;
        return throughDoor(
          context.once(async (tx) => {
            await spendStepUp(tx, stepUp);
            const by = { personId: context.actor.userId, requestId: context.requestId, reason };
            if (!(await dropRule(tx, { ownerId, currency, version }, by))) throw new Refusal('staleEdit');
            return done;
          }),
          'forbidden',
        );
      },

      async clearWithdrawCardUsage(context, input) {
        if (context.actor.scope.kind !== 'platform') throw new Refusal('forbidden');
        const stepUp = await proveAsked(deps, context, input);
        return context.once(async (tx) => {
          await spendStepUp(tx, stepUp);
          const cleared = await clearUsesOf(tx, vault, input.card_no, {
            personId: context.actor.userId,
            requestId: context.requestId,
            reason: input.reason,
          });
          if (cleared.length === 0) throw new Refusal('noCardNumberFound');
          await audit(tx, context, {
            act: 'withdraws.setting.clearCardUsage',
            objectKind: 'withdrawAccount',
            objectId: cleared[0] ?? '',
            after: { reason: input.reason },
          });
          return { cleared: cleared.length };
        });
      },

      async withdrawConfig() {
        const [rules, holidays] = await Promise.all([readConfiguration(db.app), readHolidays(db.app)]);
        return { items: rules.map(presentConfiguration), holidays };
      },

      async setWithdrawConfig(context, input) {
        const rule = ruleOf(input, input.currency);
        const stepUp = await proveAsked(deps, context, input);
        const { role, currency, version, reason } = input;
        return set(context, { ownerId: null, role, currency, rule, version }, reason, stepUp);
      },

      async setHolidays(context, input) {
        const stepUp = await proveAsked(deps, context, input);
        return context.once(async (tx) => {
          await spendStepUp(tx, stepUp);
          const before = await readHolidays(tx);
          await writeHolidays(tx, input.holidays);
          const told = (days: readonly { day: string }[]): string => days.map(({ day }) => day).join(' ');
          await audit(tx, context, {
            act: 'withdraws.config.update',
            objectKind: 'installation',
            objectId: 'holidays',
            before: { value: told(before) },
            after: { value: told(input.holidays), reason: input.reason },
          });
          return done;
        });
      },
    },
  );
}

/** As the payload of an approval has it: plain JSON. */
function mutable(rule: RuleChange['rule']) {
  return Object.fromEntries(
    Object.entries(rule).map(([field, value]) => [
      field,
      typeof value === 'object' && value !== null
        ? value.map(({ days, from, to }) => ({ days: [...days], from, to }))
        : value,
    ]),
  );
}
