import { Refusal } from '@suanpan/domain/errors';
import {
  firewallDefaultAttempts,
  handshakeRatePerMinute,
  sessionRatePerMinute,
} from '@suanpan/domain/limits';
import type { WallClock } from '../../platform/clock.ts';
import type { Vault } from '../../platform/crypto/vault.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { inOrder } from '../../platform/in-order.ts';
import type { Log } from '../../platform/log.ts';
import { startLoop } from '../../platform/loop.ts';
import { addressSubject } from '../identity/index.ts';
import { blockHash } from './block-hash.ts';
import { openFirewall } from './firewall.ts';
import { sweepCounts } from './firewall.store.ts';
import { countHits } from './hits.ts';
import { bindRisk } from './risk.routes.ts';
import { readSnapshot } from './snapshot.ts';
import type { Snapshot } from './snapshot.ts';
import type { EntryRow } from './snapshot.queries.ts';

/** Who pays or is paid, as far as it is known. */
export interface Payer {
  readonly agentId: bigint;
  readonly ip?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly card?: string | null | undefined;
}

export interface Risk {
  /** Whether the platform keeps this address out of everything; it is counted. */
  isAddressRefused(ip: string): boolean;
  /** Before anybody is known. Throws `tooManyRequests`. */
  admit(call: { readonly ip: string; readonly route: string }): Promise<void>;
  /** Before a socket is opened. Throws `tooManyRequests`. */
  admitHandshake(ip: string): Promise<void>;
  /** What somebody does on the page of an order, from one address. Throws `tooManyRequests`. */
  admitPayer(ip: string, doing: 'looking' | 'paying'): Promise<void>;
  /** A merchant tries a callback out. Throws `tooManyRequests`. */
  admitTrial(customerId: bigint): Promise<void>;
  /**
   * Once a session is recognised; without a route it is not a call that counts. Throws `addressBlocked` and
   * `tooManyRequests`.
   */
  admitActor(call: { readonly actor: Actor; readonly ip: string; readonly route?: string }): Promise<void>;
  /** Once a merchant's key is proven. Throws `addressBlocked` and `tooManyRequests`. */
  admitMerchant(call: {
    readonly agentId: bigint;
    readonly customerId: bigint;
    readonly keyId: bigint;
    readonly ip: string;
  }): Promise<void>;
  /** An address on its senior agent's own list opens none of his pages. Throws `addressBlocked`. */
  refuseVisitor(visit: { readonly agentId: bigint; readonly ip: string }): void;
  /** The collection gate (domain §5.1). Throws `blockedPayer` for an address, a name or a card on a list. */
  refusePayer(payer: Payer): void;
  bind(app: Http): void;
  /** Looks now; the process that changes something need not wait for the next look. */
  refresh(): Promise<void>;
  /** Told after every change, with the question whether an address may have to go. */
  onChange(listener: (isSuspect: (ip: string) => boolean) => void): void;
  sweep(): Promise<void>;
  stop(): Promise<void>;
}

export interface RiskDeps {
  readonly db: Database;
  readonly vault: Vault;
  readonly clock: WallClock;
  readonly log: Log;
  /** Between two looks at the version; a change acts everywhere within a second. */
  readonly lookEveryMs?: number;
  /** Calls of a session and openings of sockets from an address in a minute; a test may want others. */
  readonly perMinute?: { readonly session: number; readonly handshake: number };
}

const standingPerMinute = { session: sessionRatePerMinute, handshake: handshakeRatePerMinute };

/** Many payers share an address behind a carrier, and each page looks every few seconds. */
const payerPerMinute = { looking: 1_200, paying: firewallDefaultAttempts };

/** Each one is a call to somebody else's server. */
const trialsPerMinute = 10;

const defaultLookMs = 400;
/** Keys are proven in the merchant API alone, so every route of it stands for all. */
const merchantRoute = '/api/v2/*';

/** Reads lists and rules before the first call is served, and keeps them fresh. */
export async function openRisk(deps: RiskDeps): Promise<Risk> {
  const { db, vault, clock, log, perMinute = standingPerMinute } = deps;
  const nowMs = (): number => clock.monotonicMs();
  const listeners: ((isSuspect: (ip: string) => boolean) => void)[] = [];
  const hits = countHits(nowMs);
  let snapshot = await firstSnapshot(db, nowMs);
  let isLost = false;
  const firewall = openFirewall({ db, nowMs, snapshot: () => snapshot });

  const refresh = inOrder(
    () => readSnapshot(db.workers, nowMs, snapshot.version),
    (fresh) => {
      if (fresh === undefined) return;
      snapshot = fresh;
      firewall.forget();
      for (const listener of listeners) listener(isSuspect);
    },
  );

  function isSuspect(ip: string): boolean {
    if (snapshot.doorOfAll.find(ip) !== undefined) return true;
    return [...snapshot.doorOfAgents.values()].some((list) => list.find(ip) !== undefined);
  }

  function refuseOf(agentId: bigint | null, ip: string): void {
    const entry = agentId === null ? undefined : snapshot.doorOfAgents.get(agentId)?.find(ip);
    if (entry === undefined) return;
    hits.note({ entryId: entry.id, act: 'addressBlocked', ip });
    throw new Refusal('addressBlocked');
  }

  const inReach = (entries: readonly EntryRow[] | undefined, agentId: bigint): EntryRow | undefined =>
    entries?.find((entry) => entry.agent_id === null || entry.agent_id === agentId);

  function findPayer({ agentId, card, ip, name }: Payer): EntryRow | undefined {
    const { hashes, payerAddresses } = snapshot;
    const address = ip ?? '';
    const byAddress = payerAddresses.get(null)?.find(address) ?? payerAddresses.get(agentId)?.find(address);
    if (byAddress !== undefined || hashes.size === 0) return byAddress;
    const byName = name == null ? undefined : hashes.get(blockHash(vault, 'name', name));
    const byCard = card == null ? undefined : hashes.get(blockHash(vault, 'card', card));
    return inReach(byName, agentId) ?? inReach(byCard, agentId);
  }

  const loop = startLoop({
    name: 'protection',
    pauseMs: deps.lookEveryMs ?? defaultLookMs,
    log,
    async run() {
      try {
        await refresh();
        await hits.flush(db.workers);
        isLost = false;
      } catch (error) {
        // What was known last goes on to hold; one line tells of it, not one for every look.
        if (!isLost) log.warn({ err: error }, 'block lists and firewall rules could not be read');
        isLost = true;
      }
    },
  });

  const risk: Risk = {
    isAddressRefused(ip) {
      const entry = snapshot.doorOfAll.find(ip);
      if (entry !== undefined) hits.note({ entryId: entry.id, act: 'addressBlocked', ip });
      return entry !== undefined;
    },
    admit: ({ ip, route }) =>
      firewall.admit({ route, keyKind: 'ip', key: addressSubject(ip), shown: ip, agentId: null }),
    admitHandshake: (ip) =>
      firewall.admitStanding({ key: `handshake ${addressSubject(ip)}`, perMinute: perMinute.handshake }),
    admitPayer: (ip, doing) =>
      firewall.admitStanding({ key: `${doing} ${addressSubject(ip)}`, perMinute: payerPerMinute[doing] }),
    admitTrial: (customerId) =>
      firewall.admitStanding({ key: `trial ${customerId}`, perMinute: trialsPerMinute }),
    async admitActor({ actor, ip, route }) {
      const { agentId } = actor;
      refuseOf(agentId, ip);
      if (route === undefined) return;
      const standing = { key: `session:${actor.sessionId}`, perMinute: perMinute.session };
      const key = `user:${actor.userId}`;
      await firewall.admit({ route, keyKind: 'user', key, shown: actor.username, agentId }, standing);
    },
    async admitMerchant({ agentId, customerId, ip, keyId }) {
      refuseOf(agentId, ip);
      if (!firewall.counts('apiKey')) return;
      const shown = `${customerId} · ${keyId}`;
      const key = `key:${keyId}`;
      await firewall.admit({ route: merchantRoute, keyKind: 'apiKey', key, shown, agentId });
    },
    refuseVisitor: ({ agentId, ip }) => refuseOf(agentId, ip),
    refusePayer(payer) {
      const entry = findPayer(payer);
      if (entry === undefined) return;
      hits.note({ entryId: entry.id, act: 'blockedPayer', ip: payer.ip ?? null });
      throw new Refusal('blockedPayer');
    },
    bind: (app) => bindRisk(app, { db, vault, changed: refresh }),
    refresh,
    onChange: (listener) => void listeners.push(listener),
    sweep: () => sweepCounts(db.workers),
    async stop() {
      await loop.stop();
      await hits.flush(db.workers);
    },
  };
  return risk;
}

async function firstSnapshot(db: Database, nowMs: () => number): Promise<Snapshot> {
  const snapshot = await readSnapshot(db.workers, nowMs, undefined);
  if (snapshot === undefined) throw new Error('Block lists and firewall rules were not read');
  return snapshot;
}
