import { flushCompileCache } from 'node:module';
import { ConfigError, loadConfig } from './platform/config.ts';
import type { Config } from './platform/config.ts';
import { standAsLastResort } from './platform/last-resort.ts';
import { createLog } from './platform/log.ts';
import type { Log } from './platform/log.ts';
import { startEmbeddedPostgres } from './platform/postgres/embedded.ts';
import { createStopper } from './platform/stopper.ts';
import { beginWebBuild } from './tools/ensure-web-built.ts';

/** `npm start`: builds the web application when it is not up to date, starts the server and says where it is. */
async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const log = createLog(config);
  const print = (text: string): void => void process.stdout.write(`${text}\n`);
  const clearing = config.demo ? await import('./demo/clear-demo.ts') : undefined;
  clearing?.clearWhereAsked(config);
  // Programs of their own come up, and the web application is built, while the rest is still being loaded.
  const web = config.buildWeb ? beginWebBuild() : undefined;
  // Whoever waits for it hears why it could not be.
  web?.catch(() => {});
  const postgres = config.databaseUrl === undefined ? await beginPostgres(config.dataDir, log) : undefined;
  const sandbox = config.demo ? (await import('./demo/sandbox-programs.ts')).forkEarly() : undefined;
  const { startServer } = await import('./main.ts');

  const startOver = clearing?.isClearable(config) === true ? () => beginAnew(config) : undefined;
  let server = await startServer(config, log, print, { postgres: postgres?.up, sandbox, startOver, web });
  let changing: Promise<unknown> = Promise.resolve();
  const stopper = createStopper(log, async () => {
    await changing;
    await server.stop();
  });

  /** The demo's data goes, and another server takes the place of this one, in this process and on this port. */
  function beginAnew(place: Config): void {
    const port = Number(new URL(server.url).port);
    const change = async (): Promise<void> => {
      print('\nThe demo is thrown away and made anew.');
      clearing?.askToClear(place);
      await server.stop();
      try {
        clearing?.clearWhereAsked(place);
      } catch (error) {
        log.error({ err: error }, 'the demo could not be thrown away and goes on as it was');
        clearing?.forgetToClear(place);
      }
      server = await startServer({ ...place, port }, log, print, { startOver, web });
    };
    const changed = change();
    changing = changed.catch(() => {});
    changed.then(sayReady).catch((error: unknown) => {
      log.fatal({ err: error }, 'the demo did not come back');
      stopper.stop('a fault', 1);
    });
  }

  async function sayReady(): Promise<void> {
    print(`\n  Suanpan 算盤   ${config.publicUrl}\n`);
    await Promise.all([server.ready, web]);
    print('ready');
  }

  process.on('SIGTERM', () => stopper.stop('SIGTERM', 0));
  process.on('SIGINT', () => stopper.stop('SIGINT', 0));
  standAsLastResort({
    log,
    count: (kind) => server.countFault(kind),
    stop: () => stopper.stop('a fault', 1),
  });
  await sayReady().catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
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
