import { prove, proveSince } from '../modules/ledger/index.ts';
import type { Proof } from '../modules/ledger/index.ts';
import { ConfigError } from '../platform/config.ts';
import { withDatabase } from './with-database.ts';

function print(proof: Proof): void {
  const line = (text: string): void => void process.stdout.write(`${text}\n`);
  for (const check of proof.checks) {
    // A check that found nothing to examine has shown nothing.
    const verdict = !check.passed ? 'BROKEN' : check.examined > 0 ? 'holds' : 'not shown';
    line(
      `${check.name.padEnd(3)} ${verdict.padEnd(9)} ${check.examined} examined, ${check.breaches} breaches ${check.examples.join(', ')}`,
    );
  }
  for (const total of proof.totals) {
    line(`${total.book} ${total.currency} ${total.account} ${total.balance} (${total.postings} postings)`);
  }
  line(`${proof.passed ? 'The books are right' : 'THE BOOKS ARE BROKEN'}, shown in ${proof.durationMs} ms`);
  if (!proof.passed) process.exitCode = 1;
}

/**
 * `npm run prove`: checks every invariant of the books from the postings; ends with 1 when one is broken. With `--since` only
 * what came since the point of the last night.
 */
const proveAsked = process.argv.includes('--since') ? proveSince : prove;
withDatabase(async ({ db }) => print(await proveAsked(db))).catch((error: unknown) => {
  const text =
    error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
});
