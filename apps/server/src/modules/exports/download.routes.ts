import { Refusal } from '@suanpan/domain/errors';
import { RefusedPerson } from '../../platform/http/actor.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { readCookies } from '../../platform/http/bind-endpoints.ts';
import { bindRaw } from '../../platform/http/bind-raw.ts';
import type { RawReply, RawRequest } from '../../platform/http/bind-raw.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { recogniseSession } from '../../platform/http/recognise-raw.ts';
import type { ExportsRoom } from './exports-deps.ts';
import { spendTicket } from './exports.store.ts';
import { fetchFile } from './fetch-file.ts';

/** The files themselves, for a bearer of a session's token or of a ticket. */
export function bindDownload(app: Http, room: ExportsRoom): void {
  bindRaw(app, [
    {
      method: 'GET',
      path: '/api/download/{file}',
      handle: (request) =>
        'ticket' in request.query ? byTicket(app, room, request) : byToken(app, room, request),
    },
  ]);
}

async function byToken(app: Http, room: ExportsRoom, request: RawRequest): Promise<RawReply> {
  return send(room, request, await recogniseSession(app, request));
}

/**
 * A browser follows a link without a header. Its ticket is used up before anything else is looked at; the session that
 * asked for it must still be there, in the same browser, with the rights of this moment. A refusal is a real 404,
 * since a browser would keep anything else as the file.
 */
async function byTicket(app: Http, room: ExportsRoom, request: RawRequest): Promise<RawReply> {
  let actor: Actor | undefined;
  try {
    const ticket = request.query['ticket'];
    const spent = typeof ticket === 'string' ? await spendTicket(room.db.app, ticket) : undefined;
    if (spent === undefined || spent.file !== request.params['file']) throw new Refusal('notFound');
    actor = await room.identity.authenticateSession(spent.session_id, {
      cookies: readCookies(request.headers.cookie),
      ip: request.ip,
    });
    await app.options.admitActor?.({ actor, ip: request.ip, route: request.route });
    if (actor.locked) throw new Refusal('twoFactorUnbound');
    return await send(room, request, actor);
  } catch (error) {
    if (!(error instanceof Refusal) || error.http !== 200) throw error;
    const who = actor ?? (error instanceof RefusedPerson ? error.who : undefined);
    if (who !== undefined) app.options.onDenied?.({ ...request, actor: who, refusal: 'notFound' });
    const { code } = new Refusal('notFound');
    const message = app.options.words('notFound', request.locale, {});
    return { status: 404, code, body: JSON.stringify({ code, message, data: null }) };
  }
}

async function send(room: ExportsRoom, request: RawRequest, actor: Actor): Promise<RawReply> {
  const file = await fetchFile(room, { ...request, actor }, request.params['file'] ?? '');
  return {
    status: 200,
    code: 0,
    headers: {
      'content-type': file.contentType,
      'content-length': String(file.size),
      // Made of the list's name and a day alone, so it needs no quoting rules.
      'content-disposition': `attachment; filename="${file.name}"`,
    },
    body: file.stream,
  };
}
