import { idOfOrderNo } from '@suanpan/domain/ids';
import { requestLogKeptDays } from '@suanpan/domain/limits';
import type { WallClock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Log } from '../../../platform/log.ts';
import type { Module } from '../../../platform/module.ts';
import { maskBody, maskCall } from '../mask-payload.ts';
import { insertRequests, sweepRequests } from './request-log.store.ts';
import type { WrittenRequest } from './request-log.store.ts';

/** A merchant's call as it came and was answered. */
export interface HeardRequest {
  readonly requestId: string;
  readonly customerId: bigint | null;
  readonly ip: string;
  readonly method: string;
  /** The pattern of the route, e.g. `/api/v2/collections/:id`. */
  readonly route: string;
  /** As sent, with the query. */
  readonly url: string;
  readonly params: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly status: number;
  /** The name of the refusal, where it was one. */
  readonly refusal: string | null;
  readonly answer: string;
  readonly latencyMs: number;
}

export interface RequestLog extends Pick<Required<Module>, 'sweep' | 'stop'> {
  /** Costs the caller nothing but the place in a list, and loses the call where that is full. */
  hear(request: HeardRequest): void;
  /** Resolves once what was heard so far is written. */
  settled(): Promise<void>;
}

const flushMs = 500;
/** What waits to be written at most; what comes on top of it is counted. */
const mostWaiting = 5_000;
const mostAtOnce = 500;
const keptCharacters = 4_000;
const sweptAtOnce = 20_000;

/** Merchants' calls, masked and written beside them in batches. */
export function openRequestLog({
  clock,
  db,
  log,
}: {
  readonly clock: WallClock;
  readonly db: Database;
  readonly log: Log;
}): RequestLog {
  let waiting: { readonly at: Date; readonly request: HeardRequest }[] = [];
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;

  async function write(): Promise<void> {
    while (waiting.length > 0 || dropped > 0) {
      const batch = waiting.slice(0, mostAtOnce);
      waiting = waiting.slice(mostAtOnce);
      const lost = dropped;
      dropped = 0;
      try {
        await insertRequests(db.workers, batch.map(written), lost);
      } catch (error) {
        log.warn({ err: error, calls: batch.length + lost }, 'calls of merchants were not written down');
        dropped += batch.length + lost;
        return;
      }
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing ??= write().finally(() => {
      writing = undefined;
    });
    return writing;
  }

  return {
    hear(request) {
      if (waiting.length >= mostWaiting) dropped += 1;
      else waiting.push({ at: clock.now(), request });
      timer ??= setTimeout(() => void flush(), flushMs).unref();
    },
    settled: flush,
    async sweep() {
      while ((await sweepRequests(db.workers, requestLogKeptDays, sweptAtOnce)) === sweptAtOnce);
    },
    stop: flush,
  };
}

function written({ at, request }: { readonly at: Date; readonly request: HeardRequest }): WrittenRequest {
  const body = request.body.toString('utf8');
  const kept = (text: string): string =>
    text.replaceAll('\0', '\ufffd').toWellFormed().slice(0, keptCharacters);
  const sent = { ...fieldsOf(request.url.split('?')[1] ?? ''), ...fieldsOf(body) };
  const { id, kind } = idIn(request.params['id'] ?? '', sent);
  const number = ['order_no', 'out_trade_no', 'trade_no'].map((name) => sent[name]).find(isNumber);
  return {
    at,
    requestId: request.requestId,
    customerId: request.customerId,
    ip: request.ip,
    endpoint: kept(`${request.method} ${request.route}`),
    orderKind: kind ?? (/payout|transfer/.test(request.route) ? 'payout' : 'collection'),
    orderId: id,
    merchantOrderNo: number === undefined ? null : kept(number).slice(0, 128),
    httpStatus: request.status,
    outcome: request.refusal ?? (request.status < 400 ? 'accepted' : 'error'),
    latencyMs: Math.round(request.latencyMs),
    request: kept(maskCall(`${request.method} ${request.url}\n${body}`)),
    response: kept(maskBody(request.answer)),
  };
}

/** The order that a call names by our id in its address, or by our number in what it sends, as plugins of epay do to refund one. */
function idIn(
  named: string,
  { trade_no: number }: Readonly<Record<string, unknown>>,
): { readonly id: bigint | null; readonly kind?: 'collection' | 'payout' } {
  const [, form, digits] = /^(col|pay)_(\d{1,18})$/.exec(named) ?? [];
  if (digits !== undefined) return { id: BigInt(digits), kind: form === 'pay' ? 'payout' : 'collection' };
  const id = isNumber(number) ? idOfOrderNo(number) : 0n;
  return id === 0n ? { id: null } : { id, kind: String(number).startsWith('P') ? 'payout' : 'collection' };
}

const isNumber = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** What was sent, as JSON or as a form; nothing of what is neither. */
function fieldsOf(sent: string): Readonly<Record<string, unknown>> {
  try {
    const fields: unknown = JSON.parse(sent);
    return typeof fields === 'object' && fields !== null ? { ...fields } : {};
  } catch {
    return Object.fromEntries(new URLSearchParams(sent));
  }
}
