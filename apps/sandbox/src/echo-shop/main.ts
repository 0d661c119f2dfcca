import { systemClock } from '../clock.ts';
import { openDatabase } from '../database.ts';
import { readEnvironment, toldEnvironment } from '../environment.ts';
import { createHttp } from '../http/create-http.ts';
import { runProgram } from '../run-program.ts';
import { cartRoutes } from './cart.routes.ts';
import { echoEnvironment } from './echo-environment.ts';
import { echoRoutes } from './echo.routes.ts';
import { openPlatform } from './platform.ts';
import { schema } from './schema.ts';

await runProgram(async () => {
  const environment = readEnvironment(echoEnvironment, await toldEnvironment());
  const app = createHttp({
    publicBase: environment.ECHO_PUBLIC_BASE,
    logLevel: environment.LOG_LEVEL,
    installation: environment.SANDBOX_INSTALLATION,
  });
  const pool = await openDatabase(environment.DATABASE_URL, schema, app.log);
  const stop = new AbortController();
  echoRoutes(app, {
    pool,
    clock: systemClock,
    shops: environment.ECHO_SHOPS,
    publicBase: environment.ECHO_PUBLIC_BASE,
    slowMs: environment.ECHO_SLOW_MS,
    stopping: stop.signal,
  });
  cartRoutes(app, {
    pool,
    clock: systemClock,
    shops: environment.ECHO_SHOPS,
    publicBase: environment.ECHO_PUBLIC_BASE,
    bankPages: environment.ECHO_BANK_PAGES,
    platform: openPlatform(environment.ECHO_PLATFORM, systemClock, stop.signal),
  });

  return {
    name: 'echo-shop',
    app,
    host: environment.ECHO_HOST,
    port: environment.ECHO_PORT,
    end: async () => stop.abort(),
    release: () => pool.end(),
  };
});
