import type { Refusal } from '@suanpan/domain/errors';
import type { Locale } from '@suanpan/messages/locale';
import { signResponseV2 } from '@suanpan/signing/v2';
import type { RawReply, RawRequest, RawRoute } from '../../platform/http/bind-raw.ts';
import { isFault, toRefusal } from '../../platform/http/fault.ts';
import type { Log } from '../../platform/log.ts';
import { admitV2 } from './admission/admit-v2.ts';
import type { Door, KnownCaller } from './admission/admit-v2.ts';
import type { ApiKey, ApiScope } from './admission/key-ring.ts';
import { localeOf } from './call-locale.ts';
import { presentFault } from './fault.present.ts';
import { MerchantFault } from './merchant-fault.ts';
import { readJson } from './read-json.ts';
import { singleValues } from './parse.ts';

/** A request that was let in. */
export interface MerchantCall {
  readonly key: ApiKey;
  readonly params: Readonly<Record<string, string>>;
  /** The body of a POST, the query of a GET; not yet held against its schema. */
  readonly sent: unknown;
  readonly ip: string;
  readonly locale: Locale;
  readonly requestId: string;
}

export interface MerchantAnswer {
  readonly status?: number;
  /** JSON text, or what becomes it. */
  readonly body: unknown;
  readonly replayed?: boolean;
}

export interface MerchantRoute {
  readonly method: 'GET' | 'POST';
  /** Below /api/v2. */
  readonly path: string;
  readonly scope: ApiScope;
  readonly handle: (call: MerchantCall) => Promise<MerchantAnswer>;
}

const bodyLimitBytes = 64 * 1024;

/** A route of API v2: lets the request in, answers in its form and language, and signs the answer. */
export function routeV2(door: Door, log: Log, route: MerchantRoute): RawRoute {
  return {
    method: route.method,
    path: `/api/v2${route.path}`,
    bodyLimitBytes,
    refuse: refuseV2,
    async handle(request) {
      const locale = localeOf(request.headers);
      let caller: KnownCaller | undefined;
      let answer: RawReply & { readonly body: string };
      try {
        const key = await admitV2(door, request, route.scope, (known) => {
          caller = known;
        });
        const { ip, params, requestId } = request;
        answer = ok(await route.handle({ key, params, sent: sentBy(request), ip, locale, requestId }));
      } catch (error) {
        door.denied(request, error, caller?.key);
        answer = faultReply(toKnown(error, log, request.requestId), locale, request.requestId);
      }
      return caller === undefined ? answer : signed(answer, caller, door.clock.now());
    },
  };
}

/** Whatever below /api/v2 has no route. */
export function unknownV2(method: RawRoute['method']): RawRoute {
  return {
    method,
    path: '/api/v2/*',
    bodyLimitBytes,
    refuse: refuseV2,
    handle: async ({ headers, requestId }) =>
      faultReply(new MerchantFault('not_found'), localeOf(headers), requestId),
  };
}

function sentBy(request: RawRequest): unknown {
  if (request.method === 'GET') return singleValues(request.query);
  const [unexpected] = Object.keys(request.query);
  if (unexpected !== undefined) throw new MerchantFault('invalid_request', { field: unexpected });
  return readJson(request.rawBody);
}

function ok({ status = 200, body, replayed }: MerchantAnswer): RawReply & { readonly body: string } {
  return {
    status,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(replayed === true && { headers: { 'idempotent-replayed': 'true' } }),
  };
}

/** Everything nobody expected becomes a refusal whose text never leaves the house. */
function toKnown(error: unknown, log: Log, requestId: string): MerchantFault | Refusal {
  if (error instanceof MerchantFault) return error;
  const refusal = toRefusal(error);
  if (isFault(refusal)) log.error({ err: error, request: requestId }, 'a merchant call failed');
  return refusal;
}

function faultReply(
  fault: MerchantFault | Refusal,
  locale: Locale,
  requestId: string,
): RawReply & { readonly body: string } {
  const { name, http, message, field, retryAfterS } = presentFault(fault, locale);
  return {
    status: http,
    body: JSON.stringify({ error: { code: name, message, field, request_id: requestId } }),
    ...(retryAfterS !== null && { headers: { 'retry-after': String(retryAfterS) } }),
  };
}

const refuseV2: NonNullable<RawRoute['refuse']> = (refusal, { headers, requestId }) =>
  faultReply(refusal, localeOf(headers), requestId);

function signed(answer: RawReply & { readonly body: string }, { secret }: KnownCaller, now: Date): RawReply {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signature = signResponseV2({ timestamp, status: answer.status, body: answer.body }, secret);
  return { ...answer, headers: { ...answer.headers, 'x-timestamp': timestamp, 'x-signature': signature } };
}
