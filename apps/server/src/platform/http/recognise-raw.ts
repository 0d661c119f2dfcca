import type { Permission } from '@suanpan/domain/access/permissions';
import { Refusal } from '@suanpan/domain/errors';
import type { Actor } from './actor.ts';
import { readCookies, refuseWhileActing } from './bind-endpoints.ts';
import type { RawReply, RawRequest } from './bind-raw.ts';
import type { Credentials, Http } from './create-http.ts';

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
  const { headers, ip, requestId, userAgent } = request;
  const actor = await app.options.authenticate({
    token: /^Bearer +([A-Za-z0-9._~+/=-]{1,512})$/i.exec(headers.authorization ?? '')?.[1],
    cookies: readCookies(headers.cookie),
    ip,
    userAgent,
    isBackground: false,
    requestId,
  });
  request.recognised(actor);
  await admit(app, request, actor);
  app.options.refuseShut?.(actor, request.locale);
  return actor;
}

/**
 * Who follows a link that was made for his session: a browser sends no header with it. The session must still be there, in the
 * same browser, with the rights of this moment; `authenticate` finds it. Throws what `recogniseSession` throws.
 */
export async function recogniseVisitor(
  app: Http,
  request: RawRequest,
  authenticate: (visitor: Pick<Credentials, 'cookies' | 'ip'>) => Promise<Actor>,
): Promise<Actor> {
  const actor = await authenticate({ cookies: readCookies(request.headers.cookie), ip: request.ip });
  await admit(app, request, actor);
  return actor;
}

async function admit(app: Http, { ip, route }: RawRequest, actor: Actor): Promise<void> {
  await app.options.admitActor?.({ actor, ip, route });
  if (actor.locked) throw new Refusal('twoFactorUnbound');
}

/** A link that leads nowhere is a real 404: a browser would keep anything else as the file. */
export function deadLink(app: Http, { locale }: RawRequest): RawReply {
  const { code } = new Refusal('notFound');
  const message = app.options.words('notFound', locale, {});
  return { status: 404, code, body: JSON.stringify({ code, message, data: null }) };
}
