import {
  callbackDelaysS,
  callbackExtendedDelaysS,
  callbackHoldHours,
  callbackJitterPercent,
  callbackRetryAfterMaxS,
} from '../limits.ts';

export interface ScheduleOptions {
  /** The merchant has the flag `extended`: three more attempts over two and a half days. */
  readonly extended?: boolean;
  /** The merchant's own waits in place of the ordinary ones. */
  readonly delaysS?: readonly number[];
  /** The endpoint's Retry-After of a 429 or 503, in seconds; honoured up to an hour. */
  readonly retryAfterS?: number;
}

/**
 * How long to wait before the next automatic attempt when `attemptsMade` have been made, in milliseconds, or null
 * after the last. `jitter` lies in −1 … 1 and moves the delay by up to ten percent; the caller draws it.
 */
export function nextAttemptDelayMs(
  attemptsMade: number,
  jitter: number,
  options: ScheduleOptions = {},
): number | null {
  const delays = [
    ...(options.delaysS ?? callbackDelaysS),
    ...(options.extended === true ? callbackExtendedDelaysS : []),
  ];
  const delayS = delays[attemptsMade];
  if (delayS === undefined) return null;
  const jittered = Math.round(delayS * 1000 * (1 + (callbackJitterPercent / 100) * jitter));
  const asked = Math.min(options.retryAfterS ?? 0, callbackRetryAfterMaxS) * 1000;
  return Math.max(jittered, asked);
}

/**
 * The 8-hour rule: for flagged merchants nothing goes out by itself later than 8 hours after the order was
 * created (domain §4, §6.16); a person may still send.
 */
export function isHeld(orderCreatedAt: Date, attemptAt: Date, holdAfter8h: boolean): boolean {
  return holdAfter8h && attemptAt.getTime() >= orderCreatedAt.getTime() + callbackHoldHours * 3_600_000;
}
