import { Refusal } from '@suanpan/domain/errors';
import { translate } from '@suanpan/messages/translate';
import type { Database } from '../../../platform/db/database.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { isOwnAgent } from './names.queries.ts';

/** An agent filter that names nobody of the caller's tree is a slip to be told, and not an empty list. */
export async function checkAgent(
  db: Database,
  { actor, locale }: Pick<RequestContext, 'actor' | 'locale'>,
  { agentId }: { readonly agentId?: bigint },
): Promise<void> {
  if (agentId === undefined || (await isOwnAgent(db.app, actor.scope, agentId))) return;
  throw new Refusal('invalidFields', {
    fields: { agent_id: [translate(locale, 'errors.enterPremiumProxyId')] },
  });
}
