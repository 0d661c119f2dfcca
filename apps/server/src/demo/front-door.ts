import { generateSync } from 'otplib';
import type { WallClock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { DemoAccount } from './demo-accounts.ts';

export interface FrontDoor {
  readonly clock: WallClock;
  readonly log: Log;
  /** Where this server listens. */
  readonly origin: string;
}

/** A code counts until the step after its own has ended, which leaves this one at least five seconds. */
const codeAgeMs = 25_000;
const codeStepMs = 30_000;

/**
 * The code of a step that has gone by, or is about to: the next one stays for whoever comes after. Who acts twice takes the
 * one after it for his second act, since each counts once.
 */
export function stepUpOf(
  { clock }: Pick<FrontDoor, 'clock'>,
  account: DemoAccount,
  act: 'first' | 'second' = 'first',
) {
  const ageMs = act === 'first' ? codeAgeMs : codeAgeMs - codeStepMs;
  const epoch = Math.floor((clock.now().getTime() - ageMs) / 1_000);
  return {
    payment_password: account.payment_password ?? '',
    one_code: generateSync({ secret: account.totp_secret ?? '', epoch }),
  };
}

export async function enter(door: FrontDoor, { username }: DemoAccount): Promise<string> {
  const opened = await call(door, '/demo/login', { body: { username } });
  return (opened.data as { access_token: string }).access_token;
}

export async function leave({ origin }: FrontDoor, token: string): Promise<void> {
  const answer = await fetch(`${origin}/api/logout`, { headers: { authorization: `Bearer ${token}` } });
  await answer.body?.cancel();
}

interface Call {
  /** JSON, or a file's text. */
  readonly body: unknown;
  readonly token?: string;
  readonly key?: string;
}

/** Answers the envelope. A refusal is no fault of the demo's: it lacks this matter then, and the log says so. */
export async function call(
  { origin, log }: FrontDoor,
  path: string,
  { body, token, key }: Call,
): Promise<{ readonly code: number; readonly data: unknown }> {
  const isFile = typeof body === 'string';
  const answer = await fetch(`${origin}/api${path}`, {
    method: 'POST',
    headers: {
      'content-type': isFile ? 'text/csv' : 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: isFile ? body : JSON.stringify(body),
    signal: AbortSignal.timeout(15_000),
  });
  const envelope = (await answer.json()) as { code: number; message: string; data: unknown };
  if (envelope.code !== 0)
    log.info({ path, code: envelope.code, says: envelope.message }, 'a demo matter was refused');
  return envelope;
}
