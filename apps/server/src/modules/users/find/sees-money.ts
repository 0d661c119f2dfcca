import type { Scope } from '../../../platform/http/actor.ts';
import { ownerOf } from '../../../platform/http/owner-of.ts';

/**
 * Whether this reader knows what those below him hold. A general agent and a referrer see what comes through their merchants,
 * and not what these have; their own money they see.
 */
export const seesMoneyBelow = ({ kind }: Scope): boolean => kind !== 'subAgent' && kind !== 'middleman';

/** The same of one account. */
export const seesMoneyOf = (scope: Scope, id: bigint): boolean =>
  seesMoneyBelow(scope) || ownerOf(scope) === id;
