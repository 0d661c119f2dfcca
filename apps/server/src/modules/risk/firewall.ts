import { pathClassOf } from '@suanpan/domain/protection/firewall';
import type { FirewallKey } from '@suanpan/domain/protection/firewall';
import { Refusal } from '@suanpan/domain/errors';
import type { Database } from '../../platform/db/database.ts';
import { keptApart } from '../../platform/db/kept-apart.ts';
import { transact } from '../../platform/db/transact.ts';
import { recordAudit } from '../audit/index.ts';
import { countCall, insertBan } from './firewall.store.ts';
import { banKey } from './snapshot.ts';
import type { Snapshot } from './snapshot.ts';
import type { RuleRow } from './snapshot.queries.ts';

/** One call, as a key of the firewall sees it. */
export interface Knock {
  /** The route that was found for it. */
  readonly route: string;
  readonly keyKind: FirewallKey;
  readonly key: string;
  /** What the list of bans shows of the key. */
  readonly shown: string;
  /** For rules of one senior agent's tree. */
  readonly agentId: bigint | null;
}

/** A limit that stands whatever rules there are. */
export interface StandingLimit {
  readonly key: string;
  readonly perMinute: number;
}

export interface Firewall {
  /**
   * Counts a call under every rule that it falls under, and under a standing limit. Throws `tooManyRequests` with
   * `retryAfterS`; where nothing can be counted, what the database threw: nobody is let in uncounted.
   */
  admit(knock: Knock, standing?: StandingLimit): Promise<void>;
  /** The same for what falls under no rule. */
  admitStanding(limit: StandingLimit): Promise<void>;
  /** Whether some rule counts this kind of key at all. */
  counts(keyKind: FirewallKey): boolean;
  /** Rules or bans changed: what this process remembers of full windows no longer holds. */
  forget(): void;
}

/** Under which limits are counted that no rule sets; the database numbers its rules from 1. */
export const standingRuleId = 0n;

/** What is counted for one call: its key in a window, under a rule or under none. */
interface Count {
  readonly rule: Pick<RuleRow, 'id' | 'window_s' | 'attempts' | 'ban_s'>;
  readonly key: string;
  readonly shown: string;
}

/** Past this many full windows none is remembered; the database still counts. */
const rememberedMost = 50_000;

/**
 * Fixed windows in the database, so that all processes count together. A full window is remembered here until it ends,
 * so that a flood costs no statement.
 */
export function openFirewall(deps: {
  readonly db: Database;
  readonly nowMs: () => number;
  readonly snapshot: () => Snapshot;
}): Firewall {
  const { db, nowMs, snapshot } = deps;
  const full = new Map<string, number>();

  function refuseUntil(endsAtMs: number): never {
    const retryAfterS = Math.max(1, Math.ceil((endsAtMs - nowMs()) / 1000));
    throw new Refusal('tooManyRequests', { params: { retryAfterS: String(retryAfterS) } });
  }

  function refuseIfKnown(place: string): void {
    const endsAtMs = Math.max(snapshot().bans.get(place) ?? 0, full.get(place) ?? 0);
    if (endsAtMs > nowMs()) refuseUntil(endsAtMs);
  }

  async function ban({ key, rule, shown }: Count): Promise<void> {
    await transact(db.workers, async (tx) => {
      if (!(await insertBan(tx, { ruleId: rule.id, key, shown, banS: rule.ban_s }))) return;
      await recordAudit(tx, {
        actorId: null,
        act: 'firewall.ban',
        objectKind: 'firewall_rule',
        objectId: String(rule.id),
        outcome: 'denied',
        after: { key: shown, seconds: rule.ban_s },
      });
    });
  }

  async function admitAll(counts: readonly Count[]): Promise<void> {
    if (counts.length === 0) return;
    for (const { key, rule } of counts) refuseIfKnown(banKey(rule.id, key));
    const calls = counts.map(({ key, rule }) => ({ ruleId: rule.id, windowS: rule.window_s, key }));
    const counted = new Map(
      (await keptApart(db.app, 'limits', () => countCall(db.app, calls))).map((row) => [row.rule_id, row]),
    );
    for (const count of counts) {
      const { key, rule } = count;
      const found = counted.get(rule.id);
      if (found === undefined || found.n <= rule.attempts) continue;
      if (rule.ban_s > 0) await ban(count);
      const endsAtMs = nowMs() + (rule.ban_s > 0 ? rule.ban_s * 1000 : found.rest_ms);
      if (full.size >= rememberedMost) full.clear();
      full.set(banKey(rule.id, key), endsAtMs);
      refuseUntil(endsAtMs);
    }
  }

  function countsOf({ agentId, key, keyKind, route, shown }: Knock): Count[] {
    const pathClass = pathClassOf(route);
    const rules = snapshot().rules.filter(
      (rule) =>
        rule.key_kind === keyKind &&
        (rule.path_class === pathClass || rule.path_class === 'everything') &&
        (rule.agent_id === null || rule.agent_id === agentId),
    );
    return rules.map((rule) => ({
      rule,
      // At the door each call counts by itself: who looks at captchas has not tried passwords.
      key: rule.path_class === 'door' ? `${key} ${route}` : key,
      shown,
    }));
  }

  return {
    counts: (keyKind) => snapshot().rules.some((rule) => rule.key_kind === keyKind),
    forget: () => full.clear(),
    admit: (knock, standing) =>
      admitAll([...countsOf(knock), ...(standing === undefined ? [] : [standingCount(standing)])]),
    admitStanding: (limit) => admitAll([standingCount(limit)]),
  };
}

function standingCount({ key, perMinute }: StandingLimit): Count {
  return { rule: { id: standingRuleId, window_s: 60, attempts: perMinute, ban_s: 0 }, key, shown: key };
}
