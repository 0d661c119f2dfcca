import { ConfigError } from '../platform/config.ts';
import { createAdminCommand, readWanted } from './create-admin-command.ts';
import { withDatabase } from './with-database.ts';

const print = (text: string): void => void process.stdout.write(text);

/** `npm run admin:create`: see `createAdminCommand`. Ends with 2 where it is not told whom to make. */
async function main(): Promise<void> {
  const wanted = readWanted(process.argv.slice(2), (text) => void process.stderr.write(text));
  if (wanted === undefined) {
    process.exitCode = 2;
    return;
  }
  await withDatabase(async ({ db, vault, config }) => {
    process.exitCode = await createAdminCommand({ db, vault, publicUrl: config.publicUrl }, wanted, print);
  });
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof ConfigError ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
