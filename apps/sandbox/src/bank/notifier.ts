import { Agent, request } from 'undici';
import type pg from 'pg';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { BankClock } from './bank-clock.ts';
import { dialects } from './dialects/dialects.ts';
import { claimDueNotifies, recordAttempt } from './notifies.store.ts';
import type { DueNotify, NotifyResult } from './notifies.store.ts';

/** Waits before the second, third … attempt; after the eighth the bank gives up. */
const retryDelaysMs = [2_000, 5_000, 15_000, 60_000, 300_000, 900_000, 3_600_000];
const answerTimeoutMs = 10_000;
/** Longer than an attempt can take: a message still claimed then belongs to a process that died. */
const leaseMs = 20_000;
const keptAnswerBytes = 500;

export interface Notifier {
  /** Sends what is due, at most as many as there are free slots; answers without waiting for the outcomes. */
  sendDue: () => Promise<void>;
  /** Sends what is due and waits for the answers that concern one charge. */
  sendDueOf: (chargeId: bigint) => Promise<void>;
  /** True while every slot is taken. */
  isFull: () => boolean;
  /** Waits for the attempts under way. */
  close: () => Promise<void>;
}

async function readAnswer(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= keptAnswerBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, keptAnswerBytes).toString('utf8').replaceAll('\0', '');
}

/** Starts the sender of notifies: seals each attempt as its dialect does, believes only what acknowledges in it, repeats the rest. */
export function createNotifier(options: {
  pool: pg.Pool;
  clock: BankClock;
  system: Clock;
  secrets: ReadonlyMap<string, string>;
  speed: number;
  slots: number;
  log: FastifyBaseLogger;
  onSlotFree: () => void;
}): Notifier {
  const { pool, clock, system, secrets, speed, slots, log } = options;
  const agent = new Agent({
    connections: slots,
    headersTimeout: answerTimeoutMs,
    bodyTimeout: answerTimeoutMs,
  });
  const underWay = new Map<bigint, { chargeId: bigint | null; done: Promise<void> }>();

  async function attempt(notify: DueNotify): Promise<NotifyResult> {
    const target = new URL(notify.targetUrl);
    const secret = secrets.get(notify.merchantNo) ?? '';
    // Header times are the machine's, even when the bank's clock was moved ahead: the receiver checks freshness.
    const startedMs = system();
    const timestamp = Math.floor(startedMs / 1000).toString();
    const { headers, signature } = dialects[notify.dialect].seal({
      path: target.pathname + target.search,
      timestamp,
      body: notify.body,
      merchantNo: notify.merchantNo,
      secret,
      isWrong: notify.wrongSignature,
    });
    const result: NotifyResult = {
      sentAt: clock.now(),
      timestampHeader: timestamp,
      signature,
      httpStatus: null,
      answer: null,
      failure: null,
      durationMs: 0,
    };
    try {
      const answer = await request(target, {
        method: 'POST',
        headers,
        body: notify.body,
        dispatcher: agent,
        signal: AbortSignal.timeout(answerTimeoutMs),
      });
      result.httpStatus = answer.statusCode;
      result.answer = await readAnswer(answer.body);
    } catch (error) {
      const { code, message: words } = error as { code?: string; message: string };
      result.failure = code ?? words;
    }
    result.durationMs = Math.round(system() - startedMs);
    return result;
  }

  async function deliver(notify: DueNotify): Promise<void> {
    try {
      const result = await attempt(notify);
      const isAcknowledged = dialects[notify.dialect].isAcknowledged(result.httpStatus, result.answer ?? '');
      const delayMs = notify.wrongSignature ? undefined : retryDelaysMs[notify.attempts];
      if (isAcknowledged) return await recordAttempt(pool, notify.id, result, 'acknowledged', null);
      if (delayMs === undefined) return await recordAttempt(pool, notify.id, result, 'refused', null);
      const nextDueAt = new Date(clock.now().getTime() + delayMs / speed);
      await recordAttempt(pool, notify.id, result, 'waiting', nextDueAt);
    } catch (error) {
      // The claim runs out by itself and the message is sent again.
      log.error({ notify: notify.id.toString(), error: String(error) }, 'attempt could not be recorded');
    }
  }

  const start = (notify: DueNotify): void => {
    const done = deliver(notify).finally(() => {
      underWay.delete(notify.id);
      options.onSlotFree();
    });
    underWay.set(notify.id, { chargeId: notify.chargeId, done });
  };

  // Claims stand in line, so that whoever waits for a charge finds every claimed message among those under way.
  let claiming = Promise.resolve();
  const sendDue = (): Promise<void> => {
    claiming = claiming
      .catch(() => {})
      .then(async () => {
        const free = slots - underWay.size;
        if (free <= 0) return;
        const now = clock.now();
        const leaseUntil = new Date(now.getTime() + leaseMs);
        for (const notify of await claimDueNotifies(pool, now, leaseUntil, free, [...underWay.keys()]))
          start(notify);
      });
    return claiming;
  };

  return {
    sendDue,
    sendDueOf: async (chargeId) => {
      await sendDue();
      await Promise.all(
        [...underWay.values()].filter((each) => each.chargeId === chargeId).map((each) => each.done),
      );
    },
    isFull: () => underWay.size >= slots,
    close: async () => {
      await claiming.catch(() => {});
      await Promise.all([...underWay.values()].map((each) => each.done));
      await agent.close();
    },
  };
}
