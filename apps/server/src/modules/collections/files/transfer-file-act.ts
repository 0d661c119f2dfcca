import { hash } from 'node:crypto';
import { Refusal } from '@suanpan/domain/errors';
import { formatLedger } from '@suanpan/money/amount';
import { z } from 'zod';
import type { Tx } from '../../../platform/db/transact.ts';
import type { ApprovalAct } from '../../approvals/index.ts';
import { recordAudit } from '../../audit/index.ts';
import { noteTaken, printTold, tellTransfers } from './told-transfers.store.ts';
import { keepLine, openLine } from './transfer-files.present.ts';
import { findFile, findFiledAccount } from './transfer-files.queries.ts';
import type { KeptLine } from './transfer-files.queries.ts';

const payload = z.strictObject({ file_id: z.string().regex(/^[1-9]\d{0,18}$/) });

/** Whose it is was looked at when it was asked for; the mechanism holds the maker against the tree once more. */
const everywhere = { kind: 'platform' } as const;

/** What a file says came in settles orders: who takes it says what others would have to supply. */
export const takeFileAct: ApprovalAct<z.output<typeof payload>> = {
  name: 'receipts.import',
  payload,
  async preview(tx, { file_id }) {
    const { account, file } = await lockDraft(tx, BigInt(file_id));
    const sum = file.lines.reduce((total, { amount }) => total + BigInt(amount), 0n);
    return {
      subject: { kind: 'transferFile', id: file_id, label: account.name },
      agentId: account.agent_id,
      amount: { currency: account.currency, minor: sum },
      rows: [
        { field: 'name', before: null, after: file.file_name },
        { field: 'rows', before: null, after: String(file.lines.length) },
        { field: 'amount', before: null, after: formatLedger(sum, account.currency) },
        // Whatever else its lines say is agreed to with them.
        { field: 'fingerprint', before: null, after: fingerprintOf(file.lines) },
      ],
    };
  },
  async perform(tx, { file_id }, { makerId, requestId }) {
    const { account, file } = await lockDraft(tx, BigInt(file_id));
    if (!(await noteTaken(tx, file.id))) throw new Refusal('invalidState');
    await tellTransfers(tx, account.id, file.id, file.lines.map(openLine));
    // So that no line can be altered, or closed, before it is booked.
    await recordAudit(tx, {
      actorId: makerId,
      act: 'claimOrder.import',
      objectKind: 'transferFile',
      objectId: file_id,
      after: { prints: await printTold(tx, file.id) },
      requestId,
    });
  },
};

const fingerprintOf = (lines: readonly KeptLine[]): string =>
  hash('sha256', JSON.stringify(lines.map((line) => keepLine(openLine(line)))), 'hex').slice(0, 32);

/** Under its lock. Refuses `notFound`, and `invalidState` for one that was taken before. */
async function lockDraft(tx: Tx, id: bigint) {
  const file = await findFile(tx, everywhere, id, true);
  const account = file && (await findFiledAccount(tx, everywhere, file.channel_account_id));
  if (file === undefined || account === undefined) throw new Refusal('notFound');
  if (file.taken_at !== null) throw new Refusal('invalidState');
  return { account, file };
}
