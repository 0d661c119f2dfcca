import { AssertionError } from 'node:assert';
import { requestNow } from './http/request-scope.ts';
import type { Log } from './log.ts';

/** What nobody caught, as it is counted. */
export type FaultKind = 'request' | 'rejection' | 'outside' | 'invariant' | 'unknown';

export interface LastResortOptions {
  readonly log: Log;
  readonly count: (kind: FaultKind) => void;
  /** Ends the process, once what is under way has ended. */
  readonly stop: () => void;
}

/**
 * Stands behind everything: what nobody caught is logged and counted. What one request did ends with that request, and
 * a promise that failed unheard or a connection that was lost harm nobody else; only where an invariant is broken, or
 * nobody can say what state the process is in, does it stop. Answers how to step back.
 */
export function standAsLastResort({ count, log, stop }: LastResortOptions): () => void {
  function meet(error: unknown, isRejection: boolean): void {
    const request = requestNow();
    const kind = kindOf(error, request !== undefined, isRejection);
    const isFatal = kind === 'invariant' || kind === 'unknown';
    log[isFatal ? 'fatal' : 'error']({ err: error, kind }, 'an error that nobody caught');
    count(kind);
    request?.fail();
    if (isFatal) stop();
  }
  const onException = (error: unknown): void => meet(error, false);
  const onRejection = (error: unknown): void => meet(error, true);
  process.on('uncaughtException', onException);
  process.on('unhandledRejection', onRejection);
  return () => {
    process.off('uncaughtException', onException);
    process.off('unhandledRejection', onRejection);
  };
}

function kindOf(error: unknown, isInRequest: boolean, isRejection: boolean): FaultKind {
  if (isInRequest) return 'request';
  if (error instanceof AssertionError) return 'invariant';
  if (isRejection) return 'rejection';
  return isOfTheSystem(error) ? 'outside' : 'unknown';
}

/** What the operating system answered, as for a connection that was cut: it says nothing of our own state. */
function isOfTheSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && 'errno' in error;
}
