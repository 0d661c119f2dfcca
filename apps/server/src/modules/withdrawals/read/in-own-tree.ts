import type { RawBuilder } from 'kysely';
import { inTree } from '../../../platform/db/in-tree.ts';
import type { Scope } from '../../../platform/http/actor.ts';

/** A senior agent sees his whole tree and himself; everybody else his own. */
export function inOwnTree(scope: Scope, alias: string): RawBuilder<boolean> {
  const owner = `${alias}.owner_id`;
  return inTree(scope, { agent: `${alias}.agent_id`, subAgent: owner, customer: owner, middleman: owner });
}
