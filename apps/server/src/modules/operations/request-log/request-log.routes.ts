import { requestBodies, requestLog } from '@suanpan/contract/endpoints/request-log';
import { Refusal } from '@suanpan/domain/errors';
import { requestLogKeptDays } from '@suanpan/domain/limits';
import { businessNow } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { page } from '../../../platform/http/page.ts';
import { recordLogAccess } from '../../audit/index.ts';
import { recordsShownSince } from '../../orders/index.ts';
import { maskBody, maskCall } from '../mask-payload.ts';
import { askedOf, presentRequest } from './ask-requests.ts';
import { countDropped, countKept, countRequests, findRequest, listRequests } from './request-log.queries.ts';

/** Above it a list says how many there are about. */
const mostCounted = 10_000;
const dayMs = 86_400_000;

/** What crossed the wire, in both directions and to both sides. */
export function bindRequestLog(app: Http, db: Database): void {
  const noteReading = ({ actor, ip, requestId, userAgent }: RequestContext) =>
    recordLogAccess(db.app, {
      actorId: actor.userId,
      effectiveId: actor.effectiveUserId,
      act: 'admin.log.get',
      objectKind: 'audit',
      objectId: 'requests',
      ip,
      userAgent,
      requestId,
    });

  bindEndpoints(
    app,
    { requestBodies, requestLog },
    {
      async requestLog(context, input) {
        const { filter, since } = await askedOf(db.app, context.actor.scope, context.locale, input);
        await noteReading(context);
        const keptSince = new Date(since.getTime() - requestLogKeptDays * dayMs);
        const [rows, count, kept, dropped] = await Promise.all([
          listRequests(db.app, filter, since, page(input)),
          countRequests(db.app, filter, since, mostCounted + 1),
          countKept(db.app, filter, since, keptSince, mostCounted),
          countDropped(db.app, filter.from ?? since, filter.to),
        ]);
        const isCounted = count <= mostCounted;
        return {
          items: rows.map(presentRequest),
          page: input.page,
          paginate: input.paginate,
          total: isCounted ? count : null,
          ...(!isCounted && { total_estimate: mostCounted }),
          next_cursor: null,
          summary: { dropped, kept },
        };
      },
      async requestBodies(context, { direction, id }) {
        const since = recordsShownSince(await businessNow(db.app));
        const found = await findRequest(db.app, direction, BigInt(id), since);
        if (found === undefined) throw new Refusal('notFound');
        await noteReading(context);
        const { request, response } = found;
        return {
          row: presentRequest(found),
          // A notice is a body alone; everything else begins with the line of its call. Merchants' calls were masked before.
          request:
            direction === 'merchant_in'
              ? request
              : direction === 'provider_in'
                ? maskBody(Buffer.from(request, 'base64').toString('utf8'))
                : maskCall(request),
          response: direction === 'merchant_in' ? response : maskBody(response),
        };
      },
    },
  );
}
