import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { translateError } from '@suanpan/messages/translate';
import { afterAll } from 'vitest';
import { exportLists } from '../src/export-lists.ts';
import { bindAudit, openHeads, openProofRuns } from '../src/modules/audit/index.ts';
import { openApprovals } from '../src/modules/approvals/index.ts';
import { callbacksOf, openCallbacks } from '../src/modules/callbacks/index.ts';
import { bindCheckout } from '../src/modules/checkout/index.ts';
import { bindCollections } from '../src/modules/collections/index.ts';
import { openExports } from '../src/modules/exports/index.ts';
import type { Exports } from '../src/modules/exports/index.ts';
import { openIdentity } from '../src/modules/identity/index.ts';
import { bindLedger } from '../src/modules/ledger/index.ts';
import { bindKeys, bindMerchantApi } from '../src/modules/merchant-api/index.ts';
import { openLive } from '../src/modules/live/index.ts';
import { openNotifications } from '../src/modules/notifications/index.ts';
import { openRoles } from '../src/modules/roles/index.ts';
import { bindOperations } from '../src/modules/operations/index.ts';
import { bindReports } from '../src/modules/reports/index.ts';
import { openRisk } from '../src/modules/risk/index.ts';
import { openTenants } from '../src/modules/tenants/index.ts';
import { wallClock } from '../src/platform/clock.ts';
import { bindOpenApi } from '../src/platform/http/bind-openapi.ts';
import { createHttp } from '../src/platform/http/create-http.ts';
import type { Http } from '../src/platform/http/create-http.ts';
import { startOutboxRelay } from '../src/platform/outbox/relay.ts';
import type { OutboxRelay } from '../src/platform/outbox/relay.ts';
import { createOutbound } from '../src/platform/outbound.ts';
import { startRealtime } from '../src/platform/realtime.ts';
import { testDatabase } from './database.ts';
import type { TestDatabase } from './database.ts';
import { openMoneyRooms } from './money-rooms.ts';
import type { MoneyRooms } from './money-rooms.ts';

/** One route that the house really serves. */
export interface ServedRoute {
  readonly method: string;
  readonly path: string;
}

export interface House {
  readonly base: TestDatabase;
  readonly rooms: MoneyRooms;
  readonly app: Http;
  /** Nothing writes by itself: a test says when. */
  readonly exports: Exports;
  /** Where the files of exports lie. */
  readonly exportFolder: string;
  /** Resolves once what the calls so far left behind is written: denials, and what they set going. */
  settled(): Promise<void>;
  /** Opens its port for sockets and hands news on; `idle` resolves once what has happened so far was told. */
  listen(): Promise<{ readonly port: number; idle(): Promise<void> }>;
  /** Everything that was bound, as the router knows it: `/api/users/:id/info`. */
  readonly routes: readonly ServedRoute[];
}

/**
 * Every room behind its real door on one test database: what `main` composes, without what runs by the clock. Calls
 * go in by `app.inject`. A room that is missing here is missed by the tests that hold the routes against the contract.
 */
export async function openHouse(base?: TestDatabase): Promise<House> {
  const data = base ?? (await testDatabase());
  const { database: db, log, vault } = data;
  // A test calls more often in a minute than anybody may; the firewall's rules have tests of their own.
  await data.admin.query('UPDATE firewall_rule SET enabled = false');
  const perMinute = { session: 1_000_000, handshake: 1_000_000 };
  const risk = await openRisk({ db, vault, clock: wallClock, log, perMinute });
  const rooms = await openMoneyRooms(data);
  const { collections } = rooms;
  const publicUrl = 'http://127.0.0.1:3000';
  const identity = openIdentity({
    db,
    vault,
    clock: wallClock,
    config: { demo: false },
    log,
    pause: async () => {},
  });
  const approvals = openApprovals({ db, identity, fourEyes: true });
  const outbound = createOutbound({ trustedOrigins: [rooms.bank.origin], allowHttp: true });
  const app = createHttp({
    config: { production: false, publicUrl, trustedProxies: ['127.0.0.1'], allowedOrigins: [] },
    log,
    db: db.app,
    words: (name, locale, params) => translateError(locale, name, params),
    authenticate: (credentials) => identity.authenticate(credentials),
    isAddressRefused: (ip) => risk.isAddressRefused(ip),
    admit: (call) => risk.admit(call),
    admitActor: (call) => risk.admitActor(call),
    onDenied: (denial) => identity.onDenied(denial),
  });
  const routes: ServedRoute[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) routes.push({ method: each, path: url });
  });
  const realtime = startRealtime({
    server: app.server,
    admit: (ip) => risk.admitHandshake(ip),
    authenticate: (handshake) => live.authenticate(handshake),
    databaseUrl: db.urls.app,
    allowedOrigins: [],
    trustedProxies: [],
    log,
  });
  const live = openLive({ db, realtime, identity, collections, log });
  const callbacks = openCallbacks({ db, vault, outbound, log });
  const exportFolder = join(mkdtempSync(join(tmpdir(), 'exports-')), 'files');
  const exports = openExports({
    db,
    identity,
    realtime,
    lists: exportLists(vault),
    folder: exportFolder,
    log,
  });
  const notifications = openNotifications({ db, realtime, log });
  const runs = openProofRuns({
    db,
    vault,
    heads: openHeads({ folder: join(exportFolder, 'heads'), vault }),
    log,
  });

  identity.bind(app);
  approvals.bind(app);
  openRoles(app, { db, vault, approvals });
  risk.bind(app);
  bindAudit(app, { db, runs });
  bindLedger(app, db);
  openTenants({ db, vault, identity, approvals, publicUrl }).bind(app);
  bindCollections(app, collections, (kind, orderId) => callbacksOf(db.app, kind, orderId));
  callbacks.bind(app);
  notifications.bind(app);
  exports.bind(app);
  bindReports(app, { db });
  bindOperations(app, {
    db,
    isClockMovable: true,
    dueWorks: () => ({ runDue: async () => {}, stop: async () => {} }),
  });
  bindCheckout(app, { collections, risk });
  bindKeys(app, { db, vault, identity, approvals });
  bindOpenApi(app);
  const merchantApi = bindMerchantApi(app, { collections, callbacks, vault, clock: wallClock, gate: risk });
  await app.ready();
  const settled = async (): Promise<void> => {
    await identity.settled();
    await runs.settled();
  };

  let relay: OutboxRelay | undefined;
  async function listen() {
    await app.listen({ host: '127.0.0.1', port: 0 });
    const subscriptions = [...notifications.subscriptions, ...live.subscriptions];
    relay = startOutboxRelay({ db: db.workers, subscriptions, log });
    const { idle } = relay;
    return { port: (app.server.address() as AddressInfo).port, idle: () => idle() };
  }

  afterAll(async () => {
    await relay?.stop();
    live.stop();
    await settled();
    await exports.stop();
    rmSync(join(exportFolder, '..'), { recursive: true, force: true });
    await app.close();
    await realtime.close();
    await merchantApi.close();
    await callbacks.stop();
    await outbound.close();
    await risk.stop();
  });
  return { base: data, rooms, app, exports, exportFolder, settled, listen, routes };
}
