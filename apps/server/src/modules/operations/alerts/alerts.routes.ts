import {
  alertRules,
  createAlertRule,
  deleteAlertRule,
  shippedAlerts,
  updateAlertRule,
} from '@suanpan/contract/endpoints/alert-rules';
import { queueNames } from '@suanpan/contract/endpoints/operate';
import { Refusal } from '@suanpan/domain/errors';
import { translate } from '@suanpan/messages/translate';
import type { Database } from '../../../platform/db/database.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import type { Outbound } from '../../../platform/outbound.ts';
import { audit } from '../../audit/index.ts';
import { findRule, listContracts, listRules } from './alert-rules.queries.ts';
import type { RuleRow } from './alert-rules.queries.ts';
import { insertRule, removeRule, saveRule } from './alerts.store.ts';
import type { RuleDraft } from './alerts.store.ts';

/** What people want to be told of, and the rules that came with the product. */
export function bindAlerts(app: Http, db: Database, outbound: Pick<Outbound, 'check'>): void {
  /** What the rule says makes sense: its scope is there, its address lies outside, and only what is named is kept. */
  async function checked(rule: RuleDraft, { locale }: RequestContext): Promise<RuleDraft> {
    const fields: Record<string, string[]> = {};
    const isHook = rule.via.includes('webhook');
    if (isHook && rule.url === null) fields['url'] = [translate(locale, 'common.validation.required')];
    else if (isHook && rule.url !== null && outbound.check(rule.url) !== undefined) {
      fields['url'] = [translate(locale, 'alerts.faults.hook')];
    }
    if (rule.scope !== null && !(await isScope(rule))) {
      fields['scope'] = [translate(locale, 'alerts.faults.scope')];
    }
    if (Object.keys(fields).length > 0) throw new Refusal('invalidFields', { fields });
    return { ...rule, via: [...new Set(rule.via)], url: isHook ? rule.url : null };
  }

  async function isScope({ metric, scope }: RuleDraft): Promise<boolean> {
    if (metric === 'queue_age') return queueNames.some((name) => name === scope);
    if (metric !== 'success_rate' && metric !== 'balance' && metric !== 'feed_age') return false;
    return (await listContracts(db.app)).some(({ id }) => String(id) === scope);
  }

  // The path of a hook is often the secret by which it is called.
  const note = (rule: RuleDraft | RuleRow) => ({
    value: `${rule.name}: ${rule.metric} ${rule.scope ?? ''} ${rule.bound} ${rule.mark} (${rule.min_orders}, ${rule.window_min} min, ${rule.cool_down_min} min), ${rule.via.join('+')} ${rule.url === null ? '' : (URL.parse(rule.url)?.origin ?? '')}`,
    enabled: rule.enabled,
  });
  const entry = (id: bigint) =>
    ({ act: 'admin.operate.update', objectKind: 'installation', objectId: `alert ${id}` }) as const;

  bindEndpoints(
    app,
    { alertRules, createAlertRule, deleteAlertRule, updateAlertRule },
    {
      async alertRules() {
        const [rules, contracts] = await Promise.all([listRules(db.app), listContracts(db.app)]);
        return {
          items: rules.map(({ id, last_fired_at: lastFiredAt, shipped, ...rule }) => ({
            ...rule,
            id: String(id),
            shipped: shippedAlerts.find((name) => name === shipped) ?? null,
            last_fired_at: lastFiredAt?.toISOString() ?? null,
          })),
          contracts: contracts.map(({ id, name }) => ({ id: String(id), name })),
        };
      },
      async createAlertRule(context, asked) {
        const rule = await checked(asked, context);
        return context.once(async (tx) => {
          const { id, print } = await insertRule(tx, rule);
          await audit(tx, context, { ...entry(id), after: { ...note(rule), print } });
          return { id: String(id) };
        });
      },
      async updateAlertRule(context, { id: named, version, ...asked }) {
        const rule = await checked(asked, context);
        const id = BigInt(named);
        await transact(db.app, async (tx) => {
          const before = await findRule(tx, id);
          if (before === undefined) throw new Refusal('notFound');
          const print = await saveRule(tx, id, rule, version);
          if (print === undefined) throw new Refusal('staleEdit');
          await audit(tx, context, { ...entry(id), before: note(before), after: { ...note(rule), print } });
        });
        return {};
      },
      async deleteAlertRule(context, { id: named }) {
        const id = BigInt(named);
        await transact(db.app, async (tx) => {
          const before = await findRule(tx, id);
          if (before === undefined) throw new Refusal('notFound');
          if (before.shipped !== null) throw new Refusal('invalidState');
          await removeRule(tx, id);
          await audit(tx, context, { ...entry(id), before: note(before) });
        });
        return {};
      },
    },
  );
}
