import { ConfigError } from '../platform/config.ts';
import { resealCommand } from './reseal-command.ts';
import { withDatabase } from './with-database.ts';

/** `npm run secrets:reseal`: see `resealCommand`. */
withDatabase(async ({ db, owner, vault }) => {
  process.exitCode = await resealCommand({ db, owner, vault }, (text) => process.stdout.write(`${text}\n`));
}).catch((error: unknown) => {
  process.stderr.write(`${error instanceof ConfigError ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
