import { toMerchantError } from '@suanpan/domain/merchant-errors';
import { performance } from 'node:perf_hooks';
import type { RawRoute } from '../../platform/http/bind-raw.ts';
import { toRefusal } from '../../platform/http/fault.ts';
import type { RequestLog } from '../operations/index.ts';
import type { MerchantCaller } from './admission/key-ring.ts';
import { MerchantFault } from './merchant-fault.ts';
import type { DenialListener } from './note-denial.ts';

interface Known {
  readonly customerId?: bigint;
  readonly refusal?: string;
}

export interface RequestEar {
  /** Hears whose call it is, once it is proven. */
  readonly met: (request: object, caller: Pick<MerchantCaller, 'customerId'>) => void;
  /** Hears why a call was refused, and whose it says that it is. */
  readonly refused: DenialListener;
  /** The same route, whose calls are written down with what it answers. */
  readonly around: (route: RawRoute) => RawRoute;
}

/** Hands every call to the log of requests, without waiting for it. */
export function hearRequests(log: Pick<RequestLog, 'hear'> | undefined): RequestEar {
  const known = new WeakMap<object, Known>();
  const know = (request: object, more: Known): void =>
    void known.set(request, { ...known.get(request), ...more });
  return {
    met: (request, { customerId }) => know(request, { customerId }),
    refused(request, error, proven) {
      const caller = proven ?? (error instanceof MerchantFault ? error.details.caller : undefined);
      know(request, {
        refusal: error instanceof MerchantFault ? error.fault : toMerchantError(toRefusal(error).refusal),
        ...(caller !== undefined && { customerId: caller.customerId }),
      });
    },
    around(route) {
      if (log === undefined) return route;
      return {
        ...route,
        async handle(request) {
          const from = performance.now();
          const reply = await route.handle(request);
          const { customerId = null, refusal = null } = known.get(request) ?? {};
          log.hear({
            requestId: request.requestId,
            customerId,
            ip: request.ip,
            method: request.method,
            route: request.route,
            url: request.url,
            params: request.params,
            body: request.rawBody,
            status: reply.status,
            refusal,
            answer: typeof reply.body === 'string' ? reply.body : '',
            latencyMs: performance.now() - from,
          });
          return reply;
        },
      };
    },
  };
}
