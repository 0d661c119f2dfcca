import type { AlertRule } from '@suanpan/contract/endpoints/alert-rules';
import { businessNow, wallClock } from '../../../platform/clock.ts';
import { everyMinutes } from '../../../platform/calendar.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { DueWork } from '../../../platform/due-work.ts';
import type { Outbound } from '../../../platform/outbound.ts';
import { emit } from '../../../platform/outbox/emit.ts';
import type { Queue } from '../../../platform/queue.ts';
import { unreadFeeds } from '../../collections/index.ts';
import { enabledRules } from './alert-rules.queries.ts';
import type { RuleRow } from './alert-rules.queries.ts';
import { forgetOld, insertCall, keepCall, keepTrue, takeCalls } from './alerts.store.ts';
import { balances, successRates, unknownPayouts } from './figures.queries.ts';
import type { Figure } from './figures.queries.ts';

const callsAtOnce = 20;
const callTimeoutMs = 5_000;
/** Anybody may name an address that does not answer, and other work of the calendar waits behind those that are called. */
const callingMs = 10_000;
/** After each of them an address is called once more. */
const againAfterS = [60, 300, 900, 3_600];

/** Every minute each rule is put to the figures; what it has become true of is told once, by whichever process looked. */
export function alertWork(queues: () => readonly Queue[]): DueWork {
  return {
    name: 'alerts.check',
    next: everyMinutes(1),
    missed: 'latest',
    anytime: true,
    async run(tx) {
      for (const rule of await enabledRules(tx)) {
        const fired = await keepTrue(tx, rule, await figuresOf(tx, rule, queues()));
        for (const figure of fired) await tell(tx, rule, figure);
      }
      await forgetOld(tx, ['alerts.check', 'alerts.call']);
    },
  };
}

/**
 * Every minute the addresses that rules and watches name are called, as often as it takes, which is five times at most; those of the
 * house first. A run begins no call once it has lasted `forMs`; the next one goes on.
 */
export function alertCallWork(outbound: Outbound, forMs = callingMs): DueWork {
  let begunMs: number | undefined;
  return {
    name: 'alerts.call',
    next: everyMinutes(1),
    missed: 'latest',
    anytime: true,
    async run(tx) {
      begunMs ??= wallClock.monotonicMs();
      const endsMs = begunMs + forMs;
      begunMs = undefined;
      const calls = await takeCalls(tx, callsAtOnce);
      const answers = await Promise.all(
        calls.map(({ body, url }) =>
          outbound.send({
            method: 'POST',
            url,
            headers: { 'content-type': 'application/json' },
            body,
            timeoutMs: callTimeoutMs,
          }),
        ),
      );
      for (const [n, { id, tries }] of calls.entries()) {
        const answer = answers[n];
        const isHeard = answer?.kind === 'answered' && answer.status >= 200 && answer.status < 300;
        const outcome = answer?.kind === 'answered' ? String(answer.status) : (answer?.reason ?? 'cut');
        await keepCall(tx, id, outcome, isHeard ? null : (againAfterS[tries] ?? null));
      }
      if (calls.length < callsAtOnce || wallClock.monotonicMs() >= endsMs) return undefined;
      begunMs = endsMs - forMs;
      return 'more';
    },
  };
}

async function figuresOf(tx: Tx, rule: RuleRow, queues: readonly Queue[]): Promise<Figure[]> {
  switch (rule.metric) {
    case 'success_rate':
      return successRates(tx, rule);
    case 'balance':
      return balances(tx, rule);
    case 'unknown_payouts':
      return unknownPayouts(tx, rule);
    case 'feed_age':
      return unread(tx, rule);
    case 'callback_backlog':
      return ages(
        tx,
        rule,
        queues.filter(({ name }) => name === 'callbacks'),
        '',
      );
    case 'queue_age':
      return ages(
        tx,
        rule,
        queues.filter(({ name }) => rule.scope === null || name === rule.scope),
      );
  }
}

/** For how many minutes whatever waits longest has waited, where enough waits. */
async function ages(tx: Tx, rule: RuleRow, queues: readonly Queue[], subject?: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const queue of queues) {
    const { depth, oldestS } = await queue.read(tx);
    if (oldestS === null || depth < rule.min_orders) continue;
    const name = subject ?? queue.name;
    // Not money: minutes.
    figures.push({ subject: name, label: name, value: (oldestS / 60).toFixed(1) });
  }
  return figures;
}

/** For how many minutes accounts have been looked at in vain for what came in. */
async function unread(tx: Tx, { scope }: RuleRow): Promise<Figure[]> {
  const feeds = await unreadFeeds(tx);
  return feeds.flatMap(({ id, minutes, name }) =>
    scope === null || scope === String(id) ? [{ subject: String(id), label: name, value: minutes }] : [],
  );
}

async function tell(tx: Tx, rule: RuleRow, figure: Figure): Promise<void> {
  const { bound, mark, metric, name, shipped } = rule;
  const { label, value } = figure;
  const said = { rule_id: String(rule.id), name, shipped, metric, label, value, bound, mark };
  const via = (way: AlertRule['via'][number]): boolean => rule.via.includes(way);
  if (via('bell') || via('sound')) {
    await emit(tx, [
      {
        kind: 'alert.fired',
        subject: `alert:${rule.id}:${figure.subject}`,
        payload: { ...said, sound: via('sound') },
      },
    ]);
  }
  if (via('webhook') && rule.url !== null) {
    const at = (await businessNow(tx)).toISOString();
    await insertCall(tx, { ruleId: rule.id }, rule.url, JSON.stringify({ type: 'alert.fired', ...said, at }));
  }
}
