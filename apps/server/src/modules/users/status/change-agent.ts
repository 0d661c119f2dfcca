import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import type { changeAgent as contract } from '@suanpan/contract/endpoints/user-acts';
import { reservedKinds } from '@suanpan/domain/accounts';
import { Refusal } from '@suanpan/domain/errors';
import type { Tx } from '../../../platform/db/transact.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { endSessions } from '../../sessions/index.ts';
import { balancesOf } from '../../ledger/index.ts';
import { lockForAct } from '../find/get-user.ts';
import { countOpenOrders, lockAgent, moveMerchant, subsOf } from '../users.store.ts';
import { refuseOpenMatters } from './open-matters.store.ts';
import { recordAct } from '../record-act.ts';

/**
 * Puts a merchant below another senior agent. Every order keeps its chain and its prices, so that history never moves;
 * what is under way would be torn, and is refused: `openOrdersRemain`, `balanceNotZero` for reserved money, and what
 * `refuseOpenMatters` names (a callback would reach the new agent's system, an approval another checker).
 * `enterPremiumProxyId` for an id that is no active senior agent. Sessions end, because their sockets hear the old
 * tree.
 */
export async function changeAgent(
  tx: Tx,
  context: RequestContext,
  input: ParsedInputOf<typeof contract>,
): Promise<bigint> {
  const { user, right } = await lockForAct(tx, context.actor, input.id, 'changeAgent', input.version);
  const agent = /^\d{1,18}$/.test(input.agent_id) ? await lockAgent(tx, BigInt(input.agent_id)) : undefined;
  if (agent === undefined) throw new Refusal('enterPremiumProxyId');
  if (agent.id === user.agent_id) throw new Refusal('alreadyBound');
  const open = await countOpenOrders(tx, user.id);
  if (open > 0n) throw new Refusal('openOrdersRemain', { params: { count: String(open) } });
  const reserved = (await balancesOf(tx, user.id)).some(({ byKind }) =>
    reservedKinds.some((kind) => (byKind[kind] ?? 0n) !== 0n),
  );
  if (reserved) throw new Refusal('balanceNotZero');
  await refuseOpenMatters(tx, user.id);
  const subs = await subsOf(tx, user.id);
  await moveMerchant(tx, user.id, user.tenant_path, agent);
  for (const id of [user.id, ...subs]) await endSessions(tx, id, 'accessChanged');
  await recordAct(tx, context, {
    userId: user.id,
    act: right,
    before: { agent_id: user.agent_id, sub_agent_id: user.sub_agent_id, middleman_id: user.middleman_id },
    after: { agent_id: agent.id, reason: input.reason },
  });
  return user.id;
}
