import { Refusal } from '@suanpan/domain/errors';
import type { RequestContext } from '../../../platform/http/actor.ts';

/** Whoever sees all tenants at once stands above them. Refuses `forbidden` to everybody else, whatever rights they were given. */
export function fromPlatform(context: RequestContext): RequestContext {
  if (context.actor.scope.kind !== 'platform') throw new Refusal('forbidden');
  return context;
}
