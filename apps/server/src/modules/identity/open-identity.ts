import { setTimeout as sleep } from 'node:timers/promises';
import type { WallClock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Vault } from '../../platform/crypto/vault.ts';
import type { Database } from '../../platform/db/database.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Credentials, Denial, Http } from '../../platform/http/create-http.ts';
import type { Log } from '../../platform/log.ts';
import { createDenialRecorder } from '../audit/index.ts';
import { bindSettings } from '../settings/index.ts';
import {
  actorNow,
  authenticate,
  authenticateSession,
  bindSessions,
  endIdleSessions,
} from '../sessions/index.ts';
import { createBotCheck } from './login/bot-check.ts';
import { bindDemo } from './login/demo.routes.ts';
import type { Door } from './door.ts';
import { bindLogin } from './login/login.routes.ts';
import { sweepDoor } from './login/login.store.ts';
import { bindImpersonation } from './impersonation/impersonation.routes.ts';
import { refuseStaleVisit, visitorNow } from './impersonation/visitor-now.ts';
import { bindPersonal } from './personal/personal.routes.ts';
import { bindPreferences } from './preferences/preferences.routes.ts';
import { bindSelf } from './self/self.routes.ts';
import type { ShellMeans } from './self/self.routes.ts';
import { proveStepUp } from './two-factor/step-up.ts';
import type { ProvenStepUp, StepUpInput } from './two-factor/step-up.ts';

export interface IdentityDeps {
  readonly db: Database;
  readonly vault: Vault;
  readonly clock: WallClock;
  readonly config: Pick<Config, 'demo'>;
  readonly log: Log;
  /** How answers are delayed; tests hand in one that does not wait. */
  readonly pause?: (ms: number) => Promise<void>;
}

export interface Identity {
  /** Who calls, with the rights of this moment; for createHttp and, with a handshake's token, for sockets. */
  authenticate(credentials: Credentials): Promise<Actor>;
  /** The same for a session known by its id, where something made for that session stands for its token. */
  authenticateSession(sessionId: bigint, visitor: Pick<Credentials, 'cookies' | 'ip'>): Promise<Actor>;
  /**
   * A user with his rights of this moment, for work that goes on without a session, perhaps as somebody he acted for;
   * null when he is not active, or may act for that one no longer.
   */
  actorNow(userId: bigint, actingFor?: bigint | null): Promise<Actor | null>;
  /** Opens the endpoints of the door, of the caller's own person, of acting for others, of settings and of the demo. */
  bind(app: Http, shell?: ShellMeans): void;
  /** For createHttp and the merchant API: every denial leaves its trace in the audit log. Never throws. */
  onDenied(denial: Denial): void;
  /** Payment password and fresh code, before the transaction of a sensitive act; `spendStepUp(tx, …)` inside it. */
  proveStepUp(actor: Actor, input: StepUpInput): Promise<ProvenStepUp>;
  /**
   * Ends sessions whose time is over, so that their sockets are cut too, and removes counters and challenges that are
   * too old. Each minute.
   */
  sweep(): Promise<void>;
  /** Resolves once the denials so far are written; before the pools close. */
  settled(): Promise<void>;
}

export function openIdentity(deps: IdentityDeps): Identity {
  const { db, vault, clock, config, log } = deps;
  const door: Door = {
    db: db.app,
    vault,
    clock,
    botCheck: createBotCheck(clock, vault.deriveKey('bot check').toString('hex')),
    pause: deps.pause ?? ((ms) => (ms === 0 ? Promise.resolve() : sleep(ms))),
  };
  const record = createDenialRecorder(db.workers, log);
  return {
    authenticate: async (credentials) => refuseStaleVisit(db.app, await authenticate(db.app, credentials)),
    authenticateSession: async (sessionId, visitor) =>
      refuseStaleVisit(db.app, await authenticateSession(db.app, sessionId, visitor)),
    actorNow: (userId, actingFor = null) =>
      actingFor === null ? actorNow(db.workers, userId) : visitorNow(db.workers, userId, actingFor),
    bind(app, shell = { badgesOf: async () => ({}), fourEyes: true, oneDatabaseRole: false }) {
      bindSettings(app, db);
      bindLogin(app, door);
      bindSelf(app, door, shell);
      bindPersonal(app, door);
      bindSessions(app, door.db);
      bindPreferences(app, door.db);
      bindImpersonation(app, door);
      bindDemo(app, door, config.demo);
    },
    onDenied: record,
    proveStepUp: (actor, input) => proveStepUp(door, actor, input),
    async sweep() {
      record.endMinute();
      while ((await transact(db.workers, endIdleSessions)) === 500);
      await sweepDoor(db.workers);
    },
    settled: () => record.settled(),
  };
}
