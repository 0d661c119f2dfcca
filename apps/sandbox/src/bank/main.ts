import { systemClock } from '../clock.ts';
import { openDatabase } from '../database.ts';
import { readEnvironment, toldEnvironment } from '../environment.ts';
import { createHttp } from '../http/create-http.ts';
import { runProgram } from '../run-program.ts';
import { bankEnvironment } from './bank-environment.ts';
import { createBank } from './bank.ts';
import { ecpayRoutes } from './ecpay/ecpay.routes.ts';
import { privateRoutes } from './incoming/private.routes.ts';
import { transferRoutes } from './incoming/transfers.routes.ts';
import { jkopayRoutes } from './jkopay/jkopay.routes.ts';
import { linepayRoutes } from './linepay/linepay.routes.ts';
import { newebpayRoutes } from './newebpay/newebpay.routes.ts';
import { pageRoutes } from './page.routes.ts';
import { schema } from './schema.ts';
import { simpayRoutes } from './simpay.routes.ts';
import { stripeRoutes } from './stripe/stripe.routes.ts';
import { tronRoutes } from './tron/tron.routes.ts';

await runProgram(async () => {
  const environment = readEnvironment(bankEnvironment, await toldEnvironment());
  const app = createHttp({
    publicBase: environment.SANDBOX_PUBLIC_BASE,
    logLevel: environment.LOG_LEVEL,
    installation: environment.SANDBOX_INSTALLATION,
  });
  const pool = await openDatabase(environment.DATABASE_URL, schema, app.log);
  const bank = await createBank(environment, pool, systemClock, app.log);
  simpayRoutes(app, bank);
  ecpayRoutes(app, bank);
  newebpayRoutes(app, bank);
  stripeRoutes(app, bank);
  linepayRoutes(app, bank);
  jkopayRoutes(app, bank);
  privateRoutes(app, bank);
  tronRoutes(app, bank);
  transferRoutes(app, bank);
  pageRoutes(app, bank);

  return {
    name: 'sandbox-bank',
    app,
    host: environment.SANDBOX_HOST,
    port: environment.SANDBOX_PORT,
    begin: bank.begin,
    end: bank.end,
    release: () => pool.end(),
  };
});
