import { Refusal } from '@suanpan/domain/errors';
import { translate } from '@suanpan/messages/translate';
import type { Database } from '../../../platform/db/database.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { ownerOf } from '../../../platform/http/owner-of.ts';
import { findUser } from '../find/users-in-scope.queries.ts';

/** An agent filter that names no senior agent of the caller's tree is a slip to be told, and not an empty list. */
export async function requireAgent(
  db: Database,
  { actor, locale }: RequestContext,
  named: string | undefined,
): Promise<bigint | undefined> {
  if (named === undefined) return undefined;
  const id = BigInt(named);
  if (ownerOf(actor.scope) === id && actor.scope.kind === 'agent') return id;
  if ((await findUser(db.app, actor.scope, id))?.kind === 'agent') return id;
  throw new Refusal('invalidFields', {
    fields: { agent_id: [translate(locale, 'errors.enterPremiumProxyId')] },
  });
}
