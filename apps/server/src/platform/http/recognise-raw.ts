import type { Permission } from '@suanpan/domain/access/permissions';
import { Refusal } from '@suanpan/domain/errors';
import { RefusedPerson } from './actor.ts';
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
 * A file by a link that was made for one session: a browser sends no header with it. `whose` uses the link up and finds its session,
 * which must still be there, in the same browser, with the rights of this moment; `give` answers the file to him. A refusal leaves its
 * trace and is a real 404: a browser would keep anything else as the file.
 */
export async function followLink(
  app: Http,
  request: RawRequest,
  whose: (visitor: Pick<Credentials, 'cookies' | 'ip'>) => Promise<Actor>,
  give: (actor: Actor) => Promise<RawReply> | RawReply,
): Promise<RawReply> {
  let actor: Actor | undefined;
  try {
    actor = await whose({ cookies: readCookies(request.headers.cookie), ip: request.ip });
    await admit(app, request, actor);
    return await give(actor);
  } catch (error) {
    if (!(error instanceof Refusal) || error.http !== 200) throw error;
    const who = actor ?? (error instanceof RefusedPerson ? error.who : undefined);
    if (who !== undefined) app.options.onDenied?.({ ...request, actor: who, refusal: 'notFound' });
    const { code } = new Refusal('notFound');
    const message = app.options.words('notFound', request.locale, {});
    return { status: 404, code, body: JSON.stringify({ code, message, data: null }) };
  }
}

async function admit(app: Http, { ip, route }: RawRequest, actor: Actor): Promise<void> {
  await app.options.admitActor?.({ actor, ip, route });
  if (actor.locked) throw new Refusal('twoFactorUnbound');
}
