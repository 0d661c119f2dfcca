import { parseArgs } from 'node:util';
import { translate } from '@suanpan/messages/translate';
import { acceptRestore, verifyAudit } from '../modules/audit/index.ts';
import type { AuditProof, ChainPlaces } from '../modules/audit/index.ts';

/**
 * Computes the chain over the log and the books anew, holds it against the kept heads, and names what was touched.
 * Answers the exit code, 0 when all of it holds.
 *   --after=<block>            begins behind a block that was verified before
 *   --accept-restore=<reason>  answers, signed, for a backup that was restored
 */
export async function verifyCommand(
  places: ChainPlaces,
  args: string[],
  line: (text: string) => void,
): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { after: { type: 'string' }, 'accept-restore': { type: 'string' } },
  });
  const reason = values['accept-restore']?.trim();
  const after = values.after ?? '0';
  if (reason === '' || !/^\d{1,18}$/.test(after)) {
    line(
      reason === ''
        ? 'Say why: --accept-restore="disk failed, backup of 3 May"'
        : '--after takes a block’s number',
    );
    return 1;
  }
  if (reason !== undefined) await acceptRestore(places, reason);
  const proof = await verifyAudit(places, {
    afterBlock: BigInt(after),
    onProgress: async ({ blocks, rows, journals }) =>
      line(`… ${blocks} blocks, ${rows} rows, ${journals} journals`),
  });
  for (const text of told(proof, places.heads.folder)) line(text);
  return proof.passed && proof.blocks > 0 ? 0 : 1;
}

function told(proof: AuditProof, folder: string): string[] {
  // An empty log proves nothing: the command stands before another DATA_DIR, or the server never ran.
  if (proof.blocks === 0 && proof.passed) {
    return [`Nothing to verify (${proof.unsealed} rows wait to be sealed). Is DATA_DIR right?`];
  }
  return [
    `${proof.blocks} blocks, ${proof.rows} rows of the log, ${proof.journals} journals`,
    `${proof.unsealed} too young to be sealed`,
    ...(proof.head === '' ? [] : [`head ${proof.head}`]),
    ...proof.restores.map(
      ({ after, at, reason }) =>
        `A restore was accepted at ${at}: the chain goes on after block ${after} (${reason})`,
    ),
    ...(proof.passed ? ['The audit chain holds'] : [`THE AUDIT CHAIN IS BROKEN (heads kept in ${folder})`]),
    ...proof.findings.map(({ name, where }) => `- ${translate('en', `audit.findings.${name}`, { where })}`),
  ];
}
