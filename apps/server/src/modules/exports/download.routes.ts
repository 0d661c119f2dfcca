import { Refusal } from '@suanpan/domain/errors';
import type { Actor } from '../../platform/http/actor.ts';
import { bindRaw } from '../../platform/http/bind-raw.ts';
import type { RawReply, RawRequest } from '../../platform/http/bind-raw.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { followLink, recogniseSession } from '../../platform/http/recognise-raw.ts';
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

/** The ticket is used up before anything else is looked at. */
function byTicket(app: Http, room: ExportsRoom, request: RawRequest): Promise<RawReply> {
  return followLink(
    app,
    request,
    async (visitor) => {
      const { ticket } = request.query;
      const spent = typeof ticket === 'string' ? await spendTicket(room.db.app, ticket) : undefined;
      if (spent === undefined || spent.file !== request.params['file']) throw new Refusal('notFound');
      return room.identity.authenticateSession(spent.session_id, visitor);
    },
    (actor) => send(room, request, actor),
  );
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
