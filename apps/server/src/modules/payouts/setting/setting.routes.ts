import * as contract from '@suanpan/contract/endpoints/payout-setting';
import { Refusal } from '@suanpan/domain/errors';
import { translate, translateError } from '@suanpan/messages/translate';
import { wallClock } from '../../../platform/clock.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { KeyedContext, RequestContext } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import type { Approvals } from '../../approvals/index.ts';
import { audit } from '../../audit/index.ts';
import { spendStepUp } from '../../identity/index.ts';
import type { Identity } from '../../identity/index.ts';
import { cardHashesOf } from '../payouts.routes.ts';
import type { Payouts } from '../service.ts';
import { askCheck, reverseCheckKeyPurpose } from '../verify/reverse-check.ts';
import type { CheckResult } from '../verify/reverse-check.ts';
import { readRules, refuseLooser } from './read-rules.ts';
import { reverseCheckAct } from './reverse-check-act.ts';
import { columnOf, presentSetting } from './setting.present.ts';
import { checkOf, findRuleOwner, rulesOf } from './setting.queries.ts';
import type { RuleOwner } from './setting.queries.ts';
import { clearUsage, editRules, keepCheckResult, unlockOrders } from './setting.store.ts';

interface Proof {
  readonly reason: string;
  readonly payment_password: string;
  readonly one_code: string;
}

/** The rules of payouts, the reverse check, and what is freed and counted anew. */
export function bindPayoutSetting(
  app: Http,
  payouts: Payouts,
  identity: Pick<Identity, 'proveStepUp'>,
  approvals: Pick<Approvals, 'register' | 'submit'>,
): void {
  const { db, vault } = payouts;
  const check = approvals.register(reverseCheckAct);

  /** Refuses `notFound` for an absent account and for one of another tree alike; null is the platform. */
  async function ownerFor(
    { actor: { scope } }: RequestContext,
    named: string | undefined,
  ): Promise<RuleOwner | null> {
    if (scope.kind !== 'platform' && scope.kind !== 'agent') throw new Refusal('forbidden');
    if (named === undefined && scope.kind === 'platform') return null;
    const id = named ?? (scope.kind === 'agent' ? String(scope.agentId) : '0');
    const owner = await findRuleOwner(db.app, scope, BigInt(id));
    if (owner === undefined) throw new Refusal('notFound');
    return owner;
  }

  async function merchantFor(context: RequestContext, named: string): Promise<RuleOwner> {
    const owner = await ownerFor(context, named);
    if (owner?.kind !== 'customer') throw new Refusal('notFound');
    return owner;
  }

  /** Once by its key, with payment password and code, and its reason in the log. */
  async function act(
    context: KeyedContext,
    asked: Proof,
    name: 'unlockOrders' | 'clearCardUsage',
    about: string,
    work: (tx: Parameters<Parameters<KeyedContext['once']>[0]>[0]) => Promise<number>,
  ): Promise<{ cleared: number }> {
    const { actor } = context;
    const proven = await identity.proveStepUp(actor, {
      paymentPassword: asked.payment_password,
      oneCode: asked.one_code,
    });
    return context.once(async (tx) => {
      await spendStepUp(tx, proven);
      const cleared = await work(tx);
      if (cleared === 0 && name === 'clearCardUsage') throw new Refusal('noCardNumberFound');
      await audit(tx, context, {
        act: `payment.setting.${name}`,
        objectKind: 'payoutSetting',
        objectId: about,
        after: { reason: asked.reason, rows: String(cleared) },
      });
      return { cleared };
    });
  }

  const {
    auditSetting,
    clearPayoutCardUsage,
    payoutSetting,
    testAuditSetting,
    unlockPayouts,
    updateAuditSetting,
    updatePayoutSetting,
  } = contract;
  bindEndpoints(
    app,
    {
      auditSetting,
      clearPayoutCardUsage,
      payoutSetting,
      testAuditSetting,
      unlockPayouts,
      updateAuditSetting,
      updatePayoutSetting,
    },
    {
      async payoutSetting(context, { currency, user_id: named }) {
        const owner = await ownerFor(context, named);
        const [own, tree, house] = await Promise.all([
          rulesOf(db.app, owner?.id ?? 0n, currency),
          owner?.kind === 'customer' ? rulesOf(db.app, owner.agent_id, currency) : null,
          rulesOf(db.app, 0n, currency),
        ]);
        const platformName = translate(context.locale, 'payment.setting.platform');
        return presentSetting({ owner, own, tree, house, platformName }, currency);
      },

      async updatePayoutSetting(context, asked) {
        const { actor, locale, requestId } = context;
        const owner = await ownerFor(context, asked.user_id);
        const rules = readRules(locale, asked);
        if (owner === null) {
          // A rule that cannot be read lets nothing go by itself: those of the platform are all there.
          const says = translate(locale, 'common.validation.required');
          const missing = contract.ruleNames.filter((name) => rules[columnOf[name]] === null);
          if (missing.length > 0) {
            throw new Refusal('invalidFields', {
              fields: Object.fromEntries(missing.map((name) => [name, [says]])),
            });
          }
        }
        if (actor.scope.kind !== 'platform') {
          refuseLooser(locale, rules, (await rulesOf(db.app, 0n, asked.currency)).rules, asked.currency);
        }
        const version = await transact(db.app, (tx) =>
          editRules(
            tx,
            owner?.id ?? 0n,
            asked.currency,
            { rules, version: asked.version },
            { userId: actor.userId, requestId },
          ),
        );
        if (version === undefined) throw new Refusal('staleEdit');
        return { version };
      },

      unlockPayouts: (context, asked) =>
        act(context, asked, 'unlockOrders', asked.order_ids.join(' ').slice(0, 200), (tx) =>
          unlockOrders(tx, context.actor.scope, asked.order_ids),
        ),

      async clearPayoutCardUsage(context, asked) {
        const { actor } = context;
        if (asked.scope !== 'payout') throw new Refusal('noCardNumberFound');
        const customer = asked.customer_id && (await merchantFor(context, asked.customer_id));
        const usage = {
          hashes: asked.card_no ? cardHashesOf(vault, asked.card_no, undefined) : null,
          customerId: customer ? customer.id : null,
          channelId: asked.channel_id === undefined ? null : BigInt(asked.channel_id),
        };
        return act(context, asked, 'clearCardUsage', asked.customer_id ?? 'all', (tx) =>
          clearUsage(tx, actor.scope, usage, actor.userId),
        );
      },

      async auditSetting(context, { user_id: named }) {
        const owner = await merchantFor(context, named);
        const kept = await checkOf(db.app, owner.id);
        return {
          user: { id: String(owner.id), name: owner.name },
          enabled: kept?.enabled ?? false,
          url: kept?.url ?? '',
          applies: contract.checkedPayments.filter(
            (each) => kept?.applies.includes(each) ?? each === 'payout',
          ),
          key_set_at: kept?.key_set_at?.toISOString() ?? null,
          last_result: contract.checkOutcomes.find((each) => each === kept?.last_result) ?? null,
          version: kept?.version ?? 0,
        };
      },

      async updateAuditSetting(context, asked) {
        const { locale } = context;
        const owner = await merchantFor(context, asked.user_id);
        if (asked.key === undefined && (await checkOf(db.app, owner.id)) === undefined) {
          const says = translate(locale, 'common.validation.required');
          throw new Refusal('invalidFields', { fields: { key: [says] } });
        }
        const change = {
          customer_id: String(owner.id),
          enabled: asked.enabled,
          url: asked.url,
          key_sealed: asked.key === undefined ? null : vault.seal(asked.key, reverseCheckKeyPurpose),
          applies: asked.applies,
          version: asked.version,
        };
        return approvals.submit(context, check, change, { reason: asked.reason });
      },

      async testAuditSetting(context, { user_id: named }) {
        const owner = await merchantFor(context, named);
        const kept = await checkOf(db.app, owner.id);
        if (kept === undefined) throw new Refusal('notFound');
        const began = wallClock.monotonicMs();
        const result = await askCheck(payouts, kept, testPayout);
        const ms = Math.round(wallClock.monotonicMs() - began);
        const { message, outcome } = told(context, result);
        await keepCheckResult(db.app, owner.id, outcome);
        return { outcome, ms, message };
      },
    },
  );
}

/** A payout that no merchant knows: what counts is whether somebody answers. */
const testPayout = {
  order_no: 'TEST',
  merchant_order_no: 'TEST',
  amount: '1.00',
  account_name: 'TEST',
  card_no: '0000000000',
};

const outcomeOf = {
  noResponseAfterTimeout: 'timeout',
  checkDomainOrSafelist: 'domain',
  verifyFailed: 'refused',
} as const;

function told({ locale }: RequestContext, result: CheckResult) {
  if (result.outcome === 'accepted') {
    return { outcome: 'accepted' as const, message: translate(locale, 'payment.setting.checkAccepted') };
  }
  return { outcome: outcomeOf[result.why], message: translateError(locale, result.why) };
}
