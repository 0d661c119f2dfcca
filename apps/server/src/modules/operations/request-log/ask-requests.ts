import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import type { RequestRow, requestLog } from '@suanpan/contract/endpoints/request-log';
import { Refusal } from '@suanpan/domain/errors';
import { translate } from '@suanpan/messages/translate';
import type { Kysely } from 'kysely';
import { businessNow } from '../../../platform/clock.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Locale } from '../../../platform/http/locale.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { toldCollections } from '../../collections/index.ts';
import { recordsShownSince } from '../../orders/index.ts';
import { toldPayouts } from '../../payouts/index.ts';
import { areAllOlder } from './request-log.queries.ts';
import type { ListedRequest, RequestFilter } from './request-log.queries.ts';

export interface AskedRequests {
  readonly filter: RequestFilter;
  readonly since: Date;
}

type Question = Omit<ParsedInputOf<typeof requestLog>, 'page' | 'paginate' | 'cursor'>;

/**
 * What the list is asked. Refuses, with the hint of the specification, an order or a time that is too old to be shown; of a
 * time that reaches back further the young part is shown.
 */
export async function askedOf(
  db: Kysely<Tables>,
  scope: Scope,
  locale: Locale,
  input: Question,
): Promise<AskedRequests> {
  const since = recordsShownSince(await businessNow(db));
  const no = input.order_no;
  const orders =
    no === undefined || no === ''
      ? undefined
      : {
          no,
          collection: await toldCollections.numbered(db, scope, no),
          payout: await toldPayouts.numbered(db, scope, no),
        };
  if (orders !== undefined && (await areAllOlder(db, orders, since))) refuseOld(locale, 'order_no');
  const { direction, from, http, to } = input;
  if (to !== undefined && new Date(to) <= since) refuseOld(locale, 'to');
  return {
    since,
    filter: {
      ...(orders !== undefined && { orders }),
      ...(direction !== undefined && { direction }),
      ...(http !== undefined && { http }),
      ...(input.request_id && { requestId: input.request_id }),
      ...(input.ip && { ip: input.ip }),
      ...(input.endpoint && { endpoint: input.endpoint }),
      ...(from !== undefined && { from: new Date(from) }),
      ...(to !== undefined && { to: new Date(to) }),
    },
  };
}

function refuseOld(locale: Locale, field: 'order_no' | 'to'): never {
  throw new Refusal('invalidFields', {
    fields: { [field]: [translate(locale, 'common.hints.requestDays')] },
  });
}

export function presentRequest(row: ListedRequest): RequestRow {
  return {
    id: String(row.id),
    direction: row.direction,
    at: row.at.toISOString(),
    who: row.who,
    endpoint: row.endpoint,
    order_kind: row.order_kind,
    order_id: row.order_id?.toString() ?? null,
    order_no: row.order_no,
    http: row.http,
    outcome: row.outcome,
    ms: row.ms,
    request_id: row.request_id,
    ip: row.ip,
  };
}
