import { randomInt } from 'node:crypto';
import { isHeld, nextAttemptDelayMs } from '@suanpan/domain/callbacks/schedule';
import { callbackTimeoutMs } from '@suanpan/domain/limits';
import type { WallClock } from '../../../platform/clock.ts';
import type { Vault } from '../../../platform/crypto/vault.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Outbound } from '../../../platform/outbound.ts';
import type { LeasedRow, Report } from './delivery.store.ts';
import { judgeAnswer } from './judge-answer.ts';
import type { Judgement } from './judge-answer.ts';
import { signingSecrets } from './secrets.ts';
import { sendable, signAttempt } from './sign-attempt.ts';

export interface DeliveryMeans {
  readonly db: Database;
  readonly vault: Vault;
  readonly outbound: Outbound;
  readonly clock: WallClock;
}

/**
 * Makes the attempt a lease was taken for, or finds that none may be made by itself: the 8-hour rule of flagged
 * merchants counts business time since the order was created, a paused address waits for a person. What a person
 * asked for goes out regardless.
 */
export async function attemptDelivery(means: DeliveryMeans, leased: LeasedRow): Promise<Report> {
  if (!leased.asked) {
    if (isHeld(leased.order_created_at, leased.business_now, leased.hold_after_8h)) {
      return notMade(leased, 'held_after_8h');
    }
    if (leased.paused) return notMade(leased, 'address_paused');
  }
  const secrets = await signingSecrets(means.db.workers, means.vault, leased);
  const signed = signAttempt(leased, secrets, means.clock.now());
  const outcome = await means.outbound.send({
    ...sendable(signed),
    timeoutMs: callbackTimeoutMs,
  });
  const isUnfit = means.outbound.check(leased.url) !== undefined;
  const judgement = judgeAnswer(leased.api_version, outcome, means.clock.now(), isUnfit);
  // How long it took would tell what the answer does not.
  return made(leased, judgement, judgement.result === 'invalid_url' ? 0 : outcome.durationMs);
}

function made(leased: LeasedRow, judgement: Judgement, latencyMs: number): Report {
  const neverLeft = judgement.hopeless && judgement.result === 'invalid_url' && leased.attempts === 0;
  return {
    ...headOf(leased),
    attempted: true,
    // An address that may not be called was told nothing; everything else that failed, failed.
    state: judgement.acknowledged ? 'success' : neverLeft ? 'not_sent' : 'failed',
    result: judgement.result,
    httpStatus: judgement.httpStatus,
    latencyMs,
    response: judgement.response,
    delayMs: judgement.acknowledged || judgement.hopeless ? null : nextDelay(leased, judgement),
    gone: judgement.gone,
    reopens: leased.paused && judgement.acknowledged,
  };
}

function nextDelay(leased: LeasedRow, judgement: Judgement): number | null {
  const jitter = randomInt(-1_000, 1_001) / 1_000;
  return nextAttemptDelayMs(leased.attempts + 1, jitter, {
    extended: leased.extended && !leased.hold_after_8h,
    ...(leased.delays_s !== null && { delaysS: leased.delays_s }),
    ...(judgement.retryAfterS !== undefined && { retryAfterS: judgement.retryAfterS }),
  });
}

function notMade(leased: LeasedRow, result: 'held_after_8h' | 'address_paused'): Report {
  return {
    ...headOf(leased),
    attempted: false,
    state: leased.attempts === 0 ? 'not_sent' : 'failed',
    result,
    httpStatus: null,
    latencyMs: 0,
    response: '',
    delayMs: null,
    gone: false,
    reopens: false,
  };
}

const headOf = (leased: LeasedRow) => ({
  id: leased.id,
  leaseToken: leased.lease_token,
  orderKind: leased.order_kind,
  orderId: leased.order_id,
});
