import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import type { createCustomer } from '@suanpan/contract/endpoints/user-acts';
import type { Permission } from '@suanpan/domain/access/permissions';
import type { Tx } from '../../../platform/db/transact.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { lockAgent, saveUser } from '../users.store.ts';
import type { UserColumns } from '../users.store.ts';
import { findUser } from '../find/users-in-scope.queries.ts';
import { atField, createAccount, regionOf } from './create-account.ts';
import type { Draft, Means, NewAccount } from './create-account.ts';

type Input = ParsedInputOf<typeof createCustomer>;
export type PartyDraft = Draft &
  Pick<Input, 'region' | 'currency'> & {
    readonly agent_id?: string | undefined;
    readonly sub_agent_id?: string | undefined;
  };

export type PartyKind = 'agent' | 'subAgent' | 'customer' | 'middleman';

const screen = 'users.create.customer/accountMethod';
const rights: Readonly<Record<PartyKind, Permission>> = {
  agent: `${screen}.createAgent`,
  subAgent: `${screen}.createSubAgent`,
  customer: `${screen}.createCustomer`,
  middleman: `${screen}.createMiddleman`,
};

/**
 * Makes a merchant, an agent or a referrer. A senior agent makes them below himself; the platform names the senior
 * agent, else it gets `enterPremiumProxyId`. `columns` are stored with it.
 */
export async function createParty(
  tx: Tx,
  means: Means,
  context: RequestContext,
  { kind, draft, columns }: { kind: PartyKind; draft: PartyDraft; columns?: UserColumns },
): Promise<NewAccount> {
  const parentId = await agentFor(tx, context, kind, draft.agent_id);
  const subAgentId = await generalAgentOf(tx, context, parentId, draft.sub_agent_id);
  const made = await createAccount(tx, means, context, {
    draft,
    act: rights[kind],
    place: {
      kind,
      currency: draft.currency,
      region: regionOf(context, draft.region),
      ...(parentId !== undefined && { parentId }),
      ...(subAgentId !== undefined && { subAgentId }),
    },
  });
  if (columns !== undefined) await saveUser(tx, made.id, columns);
  return made;
}

async function agentFor(
  tx: Tx,
  context: RequestContext,
  kind: PartyKind,
  asked: string | undefined,
): Promise<bigint | undefined> {
  if (kind === 'agent') return undefined;
  const { actor } = context;
  const own = actor.scope.kind === 'agent' ? String(actor.scope.agentId) : undefined;
  const named = asked === undefined || asked === '' ? own : asked;
  if (named === undefined) {
    if (kind === 'middleman') return undefined;
    throw atField(context, 'enterPremiumProxyId', 'agent_id');
  }
  const isReachable = own === undefined || named === own;
  const agent = isReachable && /^\d{1,18}$/.test(named) ? await lockAgent(tx, BigInt(named)) : undefined;
  if (agent === undefined) throw atField(context, 'enterPremiumProxyId', 'agent_id');
  return agent.id;
}

/** A merchant is bound only to a general agent of its own senior agent. */
async function generalAgentOf(
  tx: Tx,
  context: RequestContext,
  agentId: bigint | undefined,
  asked: string | undefined,
): Promise<bigint | undefined> {
  if (asked === undefined) return undefined;
  const found = await findUser(tx, context.actor.scope, BigInt(asked));
  if (found?.kind !== 'subAgent' || found.agent_id !== agentId)
    throw atField(context, 'notFound', 'sub_agent_id');
  return found.id;
}
