import { isAcknowledged } from '@suanpan/domain/callbacks/acknowledgement';
import type { ApiVersion } from '@suanpan/domain/callbacks/acknowledgement';
import { callbackBodyKeptBytes } from '@suanpan/domain/limits';
import type { CallbackResult } from '@suanpan/domain/states/callback';
import type { OutboundResult } from '../../../platform/outbound.ts';

/** What one attempt means. */
export interface Judgement {
  readonly acknowledged: boolean;
  readonly result: CallbackResult | null;
  readonly httpStatus: number | null;
  readonly response: string;
  /** Trying again cannot help: the address may never be called, or it answered 410. */
  readonly hopeless: boolean;
  readonly gone: boolean;
  /** Seconds that a 429 or 503 asked us to wait. */
  readonly retryAfterS?: number;
}

/**
 * Reads the outcome of an attempt into the specification's texts (§4). A body is not waited for beyond its cap,
 * and a redirect is an answer like any other that does not acknowledge. An address is unfit (`isUnfit`) by its text alone:
 * a name that is not found and one that leads into a house end alike, and tell nobody what a network has inside.
 */
export function judgeAnswer(
  version: ApiVersion,
  outcome: OutboundResult,
  now: Date,
  isUnfit: boolean,
): Judgement {
  if (outcome.kind === 'failed') {
    const result = resultOf(outcome.reason);
    return {
      acknowledged: false,
      result,
      httpStatus: null,
      response: result === 'invalid_url' ? '' : kept(Buffer.from(outcome.message)),
      hopeless: isUnfit,
      gone: false,
    };
  }
  const acknowledged = isAcknowledged(version, outcome.status, outcome.body.toString('utf8'));
  const asksToWait = outcome.status === 429 || outcome.status === 503;
  const retryAfterS = asksToWait ? readRetryAfter(outcome.headers['retry-after'], now) : undefined;
  return {
    acknowledged,
    result: acknowledged ? null : 'error_response',
    httpStatus: outcome.status,
    response: kept(outcome.body),
    hopeless: outcome.status === 410,
    gone: outcome.status === 410,
    ...(retryAfterS !== undefined && { retryAfterS }),
  };
}

type Failure = Extract<OutboundResult, { kind: 'failed' }>['reason'];

function resultOf(reason: Failure): CallbackResult {
  if (reason === 'timeout') return 'timeout';
  return reason === 'badUrl' || reason === 'forbiddenAddress' || reason === 'name'
    ? 'invalid_url'
    : 'error_response';
}

/** The database keeps no NUL, and nobody needs more than the beginning. */
function kept(body: Buffer): string {
  return body.subarray(0, callbackBodyKeptBytes).toString('utf8').replaceAll('\0', '\uFFFD');
}

/** Delay seconds or an HTTP date; anything else is no wish. */
function readRetryAfter(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return parseInt(header, 10);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now.getTime()) / 1000));
}
