import { setTimeout as sleep } from 'node:timers/promises';
import { regionDayOf, startOfRegionDay } from '@suanpan/domain/region-day';
import { sql } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import { createVault } from '../src/platform/crypto/vault.ts';
import type { Vault } from '../src/platform/crypto/vault.ts';
import { randomToken } from '../src/platform/crypto/tokens.ts';
import { ordinaryLimits } from '../src/platform/db/connection-settings.ts';
import { openDatabase, openPool } from '../src/platform/db/database.ts';
import type { Database } from '../src/platform/db/database.ts';
import { errorCode } from '../src/platform/db/database-error.ts';
import { createLog } from '../src/platform/log.ts';
import type { Log } from '../src/platform/log.ts';
import { atEnd } from './at-end.ts';
import { planOnce } from './plan-once.ts';

export interface TestDatabase {
  readonly database: Database;
  /** Superuser on the clone: for what the application itself may not do. */
  readonly admin: pg.Pool;
  readonly adminUrl: string;
  readonly log: Log;
  readonly vault: Vault;
}

/** Fixed keys, so that sealed values in fixtures can be opened again. */
export const testVault: Vault = createVault({
  sealing: [{ id: 'test', key: Buffer.alloc(32, 1) }],
  lookup: Buffer.alloc(32, 2),
});

/**
 * A migrated database of its own for one test file, cloned from the template (tens of milliseconds).
 * Call it at the top of the file: `const { database } = await testDatabase();`. Its pools close after the
 * last test, or after the test that called it, and the clone goes. `log` takes the place of the silent one for a test that reads it.
 */
export async function testDatabase(options: { readonly log?: Log } = {}): Promise<TestDatabase> {
  const name = `t_${randomToken(9)
    .replaceAll(/[^a-zA-Z0-9]/g, '')
    .toLowerCase()}_${process.pid}`;
  const template = new URL(inject('testAppUrl')).pathname.slice(1);
  await clone(inject('testServerUrl'), template, name);
  const log = options.log ?? createLog({ logLevel: process.env['TEST_LOG'] ?? 'silent' });
  const urls = { app: on(inject('testAppUrl'), name), reports: on(inject('testReportsUrl'), name) };
  const database = openDatabase(urls, log);
  const { api, workers, reports, proofs } = database.pools;
  for (const pool of [api, workers, reports, proofs]) planOnce(pool);
  const adminUrl = on(inject('testServerUrl'), name);
  const admin = openPool(adminUrl, { name: 'test admin', max: 6, limits: ordinaryLimits }, log);
  atEnd(async () => {
    await Promise.all([database.close(), admin.end()]);
    await drop(inject('testServerUrl'), name);
  });
  await keepOffMidnight(database);
  return { database, admin, adminUrl, log, vault: testVault };
}

/** Moves the business clock forward; the wall clock stays. */
export async function moveBusinessClock(database: Database, byMs: number): Promise<void> {
  await sql`UPDATE business_clock SET offset_us = offset_us + ${byMs * 1000}`.execute(database.app);
}

/** No day ends while a file runs, unless its tests move the clock there: what begins in the last hour begins on the next day. */
async function keepOffMidnight(database: Database): Promise<void> {
  const now = new Date();
  const untilMidnight = startOfRegionDay(regionDayOf(now) + 1).getTime() - now.getTime();
  if (untilMidnight < 3_600_000) await moveBusinessClock(database, untilMidnight + 1_000);
}

function on(url: string, name: string): string {
  const target = new URL(url);
  target.pathname = `/${name}`;
  return target.href;
}

/** One that somebody still looks into stays, and goes with the server. */
async function drop(serverUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(`DROP DATABASE ${name}`);
  } catch (error) {
    // 55006: it is in use.
    if (errorCode(error) !== '55006') throw error;
  } finally {
    await client.end();
  }
}

async function clone(serverUrl: string, template: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
        return;
      } catch (error) {
        // 55006: the connection that prepared the template is still on its way out.
        if (errorCode(error) !== '55006' || attempt >= 50) throw error;
        await sleep(20);
      }
    }
  } finally {
    await client.end();
  }
}
