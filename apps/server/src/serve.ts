import { flushCompileCache } from 'node:module';
import { ConfigError, loadConfig } from './platform/config.ts';
import { standAsLastResort } from './platform/last-resort.ts';
import { createLog } from './platform/log.ts';
import type { Log } from './platform/log.ts';
import { startEmbeddedPostgres } from './platform/postgres/embedded.ts';
import { createStopper } from './platform/stopper.ts';
import { ensureWebBuilt } from './tools/ensure-web-built.ts';

/** `npm start`: builds the web application when it is not up to date, starts the server and says where it is. */
async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const log = createLog(config);
  const print = (text: string): void => void process.stdout.write(`${text}\n`);
  // Programs of their own come up while the rest is still being loaded.
  const postgres = config.databaseUrl === undefined ? await beginPostgres(config.dataDir, log) : undefined;
  const sandbox = config.demo ? (await import('./demo/sandbox-programs.ts')).forkEarly() : undefined;
  const { startServer } = await import('./main.ts');
  if (config.buildWeb) await ensureWebBuilt(print);

  const server = await startServer(config, log, print, { postgres: postgres?.up, sandbox });
  const stopper = createStopper(log, () => server.stop());
  process.on('SIGTERM', () => stopper.stop('SIGTERM', 0));
  process.on('SIGINT', () => stopper.stop('SIGINT', 0));
  standAsLastResort({ log, count: server.countFault, stop: () => stopper.stop('a fault', 1) });

  print(`\n  Suanpan 算盤   ${config.publicUrl}\n`);
  await server.ready;
  print('ready');
  // Now, because a process that is killed leaves nothing.
  flushCompileCache();
}

/** Answers when PostgreSQL's own program runs: loading leaves no turn in which it could be begun. */
async function beginPostgres(dataDir: string, log: Log) {
  const begun = Promise.withResolvers<void>();
  const up = startEmbeddedPostgres({ dataDir, log, onBegun: begun.resolve });
  // Whoever waits for it hears why it did not come up.
  await Promise.race([begun.promise, up.catch(() => {})]);
  return { up };
}

main().catch((error: unknown) => {
  const text =
    error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
});
