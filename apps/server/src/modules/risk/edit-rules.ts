import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import type { createFirewallRule, updateFirewallRule } from '@suanpan/contract/endpoints/protection';
import { Refusal } from '@suanpan/domain/errors';
import { keysOf } from '@suanpan/domain/protection/firewall';
import { translate } from '@suanpan/messages/translate';
import { transact } from '../../platform/db/transact.ts';
import type { KeyedContext, RequestContext } from '../../platform/http/actor.ts';
import { recordAudit } from '../audit/index.ts';
import type { EntryMeans } from './edit-entries.ts';
import { isSeniorAgent } from './entries.queries.ts';
import { changeRule, endBan, insertRule, lockRule, removeRule } from './rules.store.ts';
import type { RuleDraft } from './rules.store.ts';

type Means = Pick<EntryMeans, 'db' | 'changed'>;
type Draft = ParsedInputOf<typeof createFirewallRule>;

export async function createRule(means: Means, context: KeyedContext, input: Draft): Promise<string> {
  const draft = await readDraft(means, context, input);
  const id = await context.once(async (tx) => {
    const made = String(await insertRule(tx, draft));
    await recordAudit(tx, { ...auditOf(context, 'create', made), after: toldOf(draft) });
    return made;
  });
  await means.changed();
  return id;
}

/** Refuses `staleEdit` when somebody else changed the rule since it was read. */
export async function updateRule(
  means: Means,
  context: RequestContext,
  { id, version, ...input }: ParsedInputOf<typeof updateFirewallRule>,
): Promise<void> {
  const draft = await readDraft(means, context, input);
  await transact(means.db.app, async (tx) => {
    const before = await lockRule(tx, BigInt(id));
    if (before === undefined) throw new Refusal('notFound');
    if (before.version !== version) throw new Refusal('staleEdit');
    await changeRule(tx, before.id, draft);
    await recordAudit(tx, { ...auditOf(context, 'update', id), before: told(before), after: toldOf(draft) });
  });
  await means.changed();
}

export async function deleteRule(means: Means, context: RequestContext, id: string): Promise<void> {
  await transact(means.db.app, async (tx) => {
    const before = await lockRule(tx, BigInt(id));
    if (before === undefined) throw new Refusal('notFound');
    await removeRule(tx, before.id);
    await recordAudit(tx, { ...auditOf(context, 'delete', id), before: told(before) });
  });
  await means.changed();
}

/** Lets a banned key in again, with a fresh window. */
export async function liftBan(means: Means, context: RequestContext, id: string): Promise<void> {
  await transact(means.db.app, async (tx) => {
    const lifted = await endBan(tx, BigInt(id), context.actor.userId);
    if (lifted === undefined) throw new Refusal('notFound');
    const entry = auditOf(context, 'liftBan', String(lifted.rule_id));
    await recordAudit(tx, { ...entry, before: { banned: lifted.shown } });
  });
  await means.changed();
}

/** Refuses a key that is not known at the place, and `enterPremiumProxyId` for an id that is no senior agent's. */
async function readDraft({ db }: Means, { locale }: RequestContext, input: Draft): Promise<RuleDraft> {
  const wrong = (field: string) =>
    new Refusal('invalidFields', { fields: { [field]: [translate(locale, 'common.validation.choice')] } });
  if (!keysOf(input.path_class).includes(input.key)) throw wrong('key');
  const { agent_id: agentId, ...rest } = input;
  // An address belongs to no tree before somebody has signed in.
  if (agentId !== null && input.key === 'ip') throw wrong('agent_id');
  if (agentId !== null && !(await isSeniorAgent(db.app, BigInt(agentId))))
    throw new Refusal('enterPremiumProxyId');
  return { ...rest, agentId: agentId === null ? null : BigInt(agentId) };
}

/** What the log keeps of a rule. */
function toldOf({ agentId, ...rule }: RuleDraft) {
  return { ...rule, agent: agentId };
}

function told(row: NonNullable<Awaited<ReturnType<typeof lockRule>>>) {
  return toldOf({
    name: row.name,
    path_class: row.path_class,
    key: row.key_kind,
    window_s: row.window_s,
    attempts: row.attempts,
    ban_s: row.ban_s,
    agentId: row.agent_id,
    enabled: row.enabled,
  });
}

function auditOf(
  { actor, ip, requestId, userAgent }: RequestContext,
  verb: 'create' | 'update' | 'delete' | 'liftBan',
  objectId: string,
) {
  return {
    actorId: actor.userId,
    effectiveId: actor.effectiveUserId,
    act: `settings.firewall.${verb}` as const,
    objectKind: 'firewall_rule' as const,
    objectId,
    ip,
    userAgent,
    requestId,
  };
}
