import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { createLog } from '../src/platform/log.ts';
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded.ts';
import type { EmbeddedPostgres } from '../src/platform/postgres/embedded.ts';
import { layMigratedCluster, prepareTemplate, testSettings } from './migrated-cluster.ts';
import { makeRunFolder } from '../../../tools/run-folder.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Superuser address of the test server, on its database `postgres`. */
    testServerUrl: string;
    /** Addresses of the migrated template; the database's name is replaced by the clone's. */
    testAppUrl: string;
    testReportsUrl: string;
  }
}

export const templateName = 'suanpan_template';
let postgres: EmbeddedPostgres | undefined;
let folder: string | undefined;

/**
 * One PostgreSQL for the whole run, without durability, and one migrated template in it; both are kept for the next run.
 * TEST_DATABASE_URL (a superuser on any server from 15 to 18) replaces the embedded one.
 */
export async function setup(project: TestProject): Promise<void> {
  const log = createLog({ logLevel: process.env['TEST_LOG'] ?? 'error' });
  let serverUrl = process.env['TEST_DATABASE_URL'];
  if (serverUrl === undefined) {
    folder = makeRunFolder('suanpan-test-');
    // It is private; as root PostgreSQL runs as another user and must pass through.
    chmodSync(folder, 0o755);
    const dataDir = join(folder, 'data');
    await layMigratedCluster(dataDir, templateName, log);
    postgres = await startEmbeddedPostgres({ dataDir, log, settings: testSettings });
    serverUrl = postgres.adminUrl;
  }
  const name =
    process.env['TEST_DATABASE_URL'] === undefined ? templateName : `${templateName}_${process.pid}`;
  const urls = await prepareTemplate(serverUrl, name, log);
  project.provide('testServerUrl', serverUrl);
  project.provide('testAppUrl', urls.app);
  project.provide('testReportsUrl', urls.reports);
}

export async function teardown(): Promise<void> {
  await postgres?.stop();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}
