import { pathClassOf, plainPath } from '@suanpan/domain/protection/firewall';
import type { FirewallKey } from '@suanpan/domain/protection/firewall';
import { Refusal } from '@suanpan/domain/errors';
import type { Database } from '../../platform/db/database.ts';
import { transact } from '../../platform/db/transact.ts';
import { recordAudit } from '../audit/index.ts';
import { countCall, insertBan } from './firewall.store.ts';
import { banKey } from './snapshot.ts';
import type { Snapshot } from './snapshot.ts';
import type { RuleRow } from './snapshot.queries.ts';

/** One call, as a key of the firewall sees it. */
export interface Knock {
  readonly path: string;
  readonly keyKind: FirewallKey;
  readonly key: string;
  /** What the list of bans shows of the key. */
  readonly shown: string;
  /** For rules of one senior agent's tree. */
  readonly agentId: bigint | null;
}

export interface Firewall {
  /** Counts a call under every rule that it falls under. Throws `tooManyRequests` with `retryAfterS`. */
  admit(knock: Knock): Promise<void>;
  /** Whether some rule counts this kind of key at all. */
  counts(keyKind: FirewallKey): boolean;
  /** Rules or bans changed: what this process remembers of full windows no longer holds. */
  forget(): void;
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

  async function ban(rule: RuleRow, key: string, knock: Knock): Promise<void> {
    await transact(db.workers, async (tx) => {
      const entry = { ruleId: rule.id, key, shown: knock.shown, banS: rule.ban_s };
      if (!(await insertBan(tx, entry))) return;
      await recordAudit(tx, {
        actorId: null,
        act: 'firewall.ban',
        objectKind: 'firewall_rule',
        objectId: String(rule.id),
        outcome: 'denied',
        after: { key: knock.shown, seconds: rule.ban_s },
      });
    });
  }

  return {
    counts: (keyKind) => snapshot().rules.some((rule) => rule.key_kind === keyKind),
    forget: () => full.clear(),
    async admit(knock) {
      const path = plainPath(knock.path);
      const pathClass = pathClassOf(path);
      const rules = snapshot().rules.filter(
        (rule) =>
          rule.key_kind === knock.keyKind &&
          (rule.path_class === pathClass || rule.path_class === 'everything') &&
          (rule.agent_id === null || rule.agent_id === knock.agentId),
      );
      if (rules.length === 0) return;
      // At the door each call counts by itself: who looks at captchas has not tried passwords.
      const calls = rules.map((rule) => ({
        ruleId: rule.id,
        windowS: rule.window_s,
        key: rule.path_class === 'door' ? `${knock.key} ${path}` : knock.key,
      }));
      for (const call of calls) refuseIfKnown(banKey(call.ruleId, call.key));
      const counted = new Map((await countCall(db.app, calls)).map((row) => [row.rule_id, row]));
      for (const [index, rule] of rules.entries()) {
        const count = counted.get(rule.id);
        if (count === undefined || count.n <= rule.attempts) continue;
        const key = calls[index]?.key ?? knock.key;
        if (rule.ban_s > 0) await ban(rule, key, knock);
        const endsAtMs = nowMs() + (rule.ban_s > 0 ? rule.ban_s * 1000 : count.rest_ms);
        if (full.size >= rememberedMost) full.clear();
        full.set(banKey(rule.id, key), endsAtMs);
        refuseUntil(endsAtMs);
      }
    },
  };
}
