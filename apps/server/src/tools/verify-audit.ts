import { openHeads } from '../modules/audit/index.ts';
import { ConfigError } from '../platform/config.ts';
import { verifyCommand } from './verify-command.ts';
import { withDatabase } from './with-database.ts';

/** `npm run audit:verify`: see `verifyCommand`. */
withDatabase(async ({ db, vault, config }) => {
  const places = { db, vault, heads: openHeads({ folder: config.auditHeads, vault }) };
  process.exitCode = await verifyCommand(places, process.argv.slice(2), (text) =>
    process.stdout.write(`${text}\n`),
  );
}).catch((error: unknown) => {
  const text =
    error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
});
