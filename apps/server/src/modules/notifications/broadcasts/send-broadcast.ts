import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import type { countAudience, sendBroadcast } from '@suanpan/contract/endpoints/broadcasts';
import { Refusal } from '@suanpan/domain/errors';
import { broadcastsPerHour } from '@suanpan/domain/limits';
import { translate } from '@suanpan/messages/translate';
import type { Database } from '../../../platform/db/database.ts';
import type { KeyedContext, RequestContext } from '../../../platform/http/actor.ts';
import { emit } from '../../../platform/outbox/emit.ts';
import { audit } from '../../audit/index.ts';
import { countHearers, findByNames, isSeniorAgent } from './broadcasts.queries.ts';
import type { BroadcastAudience } from './broadcasts.queries.ts';
import { countRecent, insertBroadcast } from './broadcasts.store.ts';

const waitS = '600';

/**
 * Writes a message and lets the relay deliver it. Refuses a name that nobody has and an audience of nobody by their
 * fields, `enterPremiumProxyId` for an id that is no senior agent's, and `tooManyRequests` past the hour's limit.
 */
export async function send(
  db: Database,
  context: KeyedContext,
  input: ParsedInputOf<typeof sendBroadcast>,
): Promise<{ id: string; recipients: number }> {
  const audience = await readAudience(db, context, input);
  const recipients = await countHearers(db.app, audience);
  if (recipients === 0) throw wrongField(context, 'roles', 'common.validation.required');
  const { actor } = context;
  return context.once(async (tx) => {
    if ((await countRecent(tx)) >= broadcastsPerHour) {
      throw new Refusal('tooManyRequests', { params: { retryAfterS: waitS } });
    }
    const { color, content, level, sound, title } = input;
    const draft = { ...audience, title, content, level, color, sound, createdBy: actor.userId };
    const id = await insertBroadcast(tx, draft);
    await audit(tx, context, {
      act: 'admin.pushSystemMsg.create',
      objectKind: 'broadcast',
      objectId: String(id),
      after: {
        title,
        content,
        level,
        roles: input.roles,
        agent: input.agent_id,
        users: input.users,
        recipients,
      },
    });
    const payload = { broadcast_id: String(id) };
    await emit(tx, [{ kind: 'broadcast.sent', subject: `broadcast:${id}`, payload }]);
    return { id: String(id), recipients };
  });
}

/** Turns names into users. */
export async function readAudience(
  db: Database,
  context: Pick<RequestContext, 'locale'>,
  { agent_id: agentId, roles, users }: ParsedInputOf<typeof countAudience>,
): Promise<BroadcastAudience> {
  if (agentId !== null && !(await isSeniorAgent(db.app, BigInt(agentId)))) {
    throw new Refusal('enterPremiumProxyId');
  }
  const found = users.length === 0 ? [] : await findByNames(db.app, users);
  const known = new Set(found.map(({ username }) => username.toLowerCase()));
  if (users.some((name) => !known.has(name.toLowerCase()))) {
    throw wrongField(context, 'users', 'common.validation.choice');
  }
  return {
    roles,
    agentId: agentId === null ? null : BigInt(agentId),
    userIds: found.map(({ id }) => id),
  };
}

function wrongField(
  { locale }: Pick<RequestContext, 'locale'>,
  field: string,
  key: 'common.validation.required' | 'common.validation.choice',
): Refusal {
  return new Refusal('invalidFields', { fields: { [field]: [translate(locale, key)] } });
}
