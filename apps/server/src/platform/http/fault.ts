import type { IncomingMessage, ServerResponse } from 'node:http';
import { Refusal } from '@suanpan/domain/errors';
import { errorCode, isConnectionLoss } from '../db/database-error.ts';
import { UnknownOutcome } from '../db/transact.ts';

/**
 * Turns whatever was thrown into the one refusal the caller may see. Everything that nobody expected becomes
 * `internalFault`; its text never leaves the house.
 */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof UnknownOutcome) return new Refusal('outcomeUnknown');
  const code = errorCode(error);
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('bodyTooLarge');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refusal('unsupportedMediaType');
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_ASYNC_CONSTRAINT') return new Refusal('notFound');
  // Bytes that do not come as announced: there is no field that anybody could correct.
  if (code?.startsWith('FST_ERR_CTP_') === true) return new Refusal('invalidFields');
  // Disk full, out of memory, too many connections, server going down or not there.
  if (isConnectionLoss(error) || code?.startsWith('53') === true) return new Refusal('serverOverloaded');
  // A statement or a lock that took too long.
  if (code === '57014' || code === '55P03') return new Refusal('serverBusy');
  return new Refusal('internalFault');
}

/** The same for a call over HTTP: whoever breaks off in his own body is no fault of ours, whatever that threw here. */
export function refusalOf(error: unknown, request: IncomingMessage): Refusal {
  if (request.destroyed && !request.complete)
    return new Refusal('invalidFields', { fields: { body: ['-'] } });
  return toRefusal(error);
}

/** Whether what a program behind us was saying was cut because nobody listens any more. */
export function isCutByReader(error: unknown, response: ServerResponse): boolean {
  return response.destroyed && error instanceof Error && 'code' in error && error.code === 'UND_ERR_ABORTED';
}

/** Whether the log must show the error itself. */
export function isFault(refusal: Refusal): boolean {
  return refusal.http >= 500 || refusal.refusal === 'outcomeUnknown';
}
