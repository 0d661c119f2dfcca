import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';
import { compose } from '../src/compose.ts';
import type { Exports } from '../src/modules/exports/index.ts';
import { Closing } from '../src/platform/closing.ts';
import type { Http } from '../src/platform/http/create-http.ts';
import { createOutbound } from '../src/platform/outbound.ts';
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

/** What `main` serves, on one test database, without what runs by the clock. Calls go in by `app.inject`. */
export async function openHouse(base?: TestDatabase): Promise<House> {
  const data = base ?? (await testDatabase());
  const { database: db, log, vault } = data;
  // A test calls more often in a minute than anybody may; the firewall's rules have tests of their own.
  await data.admin.query('UPDATE firewall_rule SET enabled = false');
  const rooms = await openMoneyRooms(data);
  const outbound = createOutbound({ trustedOrigins: [rooms.bank.origin], allowHttp: true });
  const exportFolder = join(mkdtempSync(join(tmpdir(), 'exports-')), 'files');
  const closing = new Closing(log);
  closing.add('outbound', () => outbound.close());
  const { app, bind, exports, settled, tell } = await compose(
    {
      config: {
        production: false,
        demo: false,
        fourEyes: true,
        publicUrl: 'http://127.0.0.1:3000',
        trustedProxies: ['127.0.0.1'],
        allowedOrigins: [],
        auditHeads: join(exportFolder, 'heads'),
      },
      db,
      vault,
      log,
      outbound,
      exportFolder,
      isClockMovable: true,
      collections: rooms.collections,
      pause: async () => {},
      perMinute: { session: 1_000_000, handshake: 1_000_000 },
    },
    closing,
  );
  const routes: ServedRoute[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) routes.push({ method: each, path: url });
  });
  bind();
  await app.ready();

  async function listen() {
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { idle } = tell();
    return { port: (app.server.address() as AddressInfo).port, idle: () => idle() };
  }

  afterAll(async () => {
    await closing.run();
    rmSync(join(exportFolder, '..'), { recursive: true, force: true });
  });
  return { base: data, rooms, app, exports, exportFolder, settled, listen, routes };
}
