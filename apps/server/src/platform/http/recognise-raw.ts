import type { Permission } from '@suanpan/domain/access/permissions';
import { Refusal } from '@suanpan/domain/errors';
import type { Actor } from './actor.ts';
import { readCookies, refuseWhileActing } from './bind-endpoints.ts';
import type { RawRequest } from './bind-raw.ts';
import type { Http } from './create-http.ts';

/**
 * Who calls a raw route of the back office, with the permission that it takes: the same questions that every endpoint
 * of the contract asks. Throws `sessionEnded`, `twoFactorUnbound`, `forbidden`, and `impersonationForbidden`: what
 * takes bytes in changes something.
 */
export async function recogniseRaw(app: Http, request: RawRequest, permission: Permission): Promise<Actor> {
  const actor = await recogniseSession(app, request);
  refuseWhileActing(actor);
  if (!actor.permissions.has(permission)) throw new Refusal('forbidden');
  return actor;
}

/** The same where the right that it takes depends on what is asked for; whether a visitor may is up to the route. */
export async function recogniseSession(app: Http, request: RawRequest): Promise<Actor> {
  const { headers, ip, requestId, route, userAgent } = request;
  const actor = await app.options.authenticate({
    token: /^Bearer +([A-Za-z0-9._~+/=-]{1,512})$/i.exec(headers.authorization ?? '')?.[1],
    cookies: readCookies(headers.cookie),
    ip,
    userAgent,
    isBackground: false,
    requestId,
  });
  request.recognised(actor);
  await app.options.admitActor?.({ actor, ip, route });
  app.options.refuseShut?.(actor, request.locale);
  if (actor.locked) throw new Refusal('twoFactorUnbound');
  return actor;
}
