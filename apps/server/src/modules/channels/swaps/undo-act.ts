import { Refusal } from '@suanpan/domain/errors';
import { z } from 'zod';
import type { Tx } from '../../../platform/db/transact.ts';
import type { ApprovalAct } from '../../approvals/index.ts';
import { nameMaker } from '../../audit/index.ts';
import { fingerprintOf } from '../merchants/method.ts';
import { listSwaps, rowsOf } from './swaps.queries.ts';
import type { ListedSwap, SwappedRow } from './swaps.queries.ts';
import { noteUndone, restoreRows } from './swaps.store.ts';

const payload = z.strictObject({ id: z.string() });
type Undo = z.output<typeof payload>;

interface UndoPlan {
  readonly swap: ListedSwap;
  readonly rows: readonly SwappedRow[];
  /** Written by somebody else since, or gone. */
  readonly changed: readonly SwappedRow[];
  readonly hash: string;
}

/** What undoing a swap would do now. Refuses `notFound`, and `nothingToUndo` for one that was undone. */
export async function planUndo(tx: Tx, { id }: Undo): Promise<UndoPlan> {
  const page = { offset: 0, limit: 1 };
  const [swap] = await listSwaps(tx, { kind: 'platform' }, { id: BigInt(id) }, page);
  if (swap === undefined) throw new Refusal('notFound');
  if (swap.undone_at !== null) throw new Refusal('nothingToUndo');
  const rows = await rowsOf(tx, swap.id);
  const changed = rows.filter(({ version, version_now: now }) => now !== version);
  return {
    swap,
    rows,
    changed,
    hash: fingerprintOf([id, rows.map((row) => [String(row.method_id), row.version_now])]),
  };
}

const nameOf = ({ alias, customer_name }: SwappedRow): string => `${customer_name} · ${alias}`;

/** Whom the rows are about, each once. */
const namesOf = (rows: readonly SwappedRow[]): string[] => [...new Set(rows.map(nameOf))];

/** Refuses `nothingToUndo`, with whose channels were changed since, so that nobody's later work is lost. */
function refuseChanged({ changed }: UndoPlan): void {
  if (changed.length > 0) throw new Refusal('nothingToUndo', { fields: { changed: namesOf(changed) } });
}

/** Merchants go back to the channel that they had before a swap. */
export const undoAct: ApprovalAct<Undo> = {
  name: 'channels.undoSwap',
  payload,
  async preview(tx, undo) {
    const plan = await planUndo(tx, undo);
    refuseChanged(plan);
    const { rows, swap } = plan;
    return {
      subject: { kind: 'channelSwap', id: undo.id, label: `${swap.to_name} → ${swap.from_name}` },
      agentId: swap.agent_id,
      rows: [
        { field: 'channel', before: swap.to_name, after: swap.from_name },
        { field: 'rows', before: null, after: String(swap.affected) },
        { field: 'users', before: null, after: namesOf(rows).join(', ') },
      ],
    };
  },
  async perform(tx, undo, by) {
    const plan = await planUndo(tx, undo);
    refuseChanged(plan);
    await nameMaker(tx, by.makerId, by.requestId);
    if ((await restoreRows(tx, plan.swap.id)) !== BigInt(plan.rows.length)) throw new Refusal('staleEdit');
    if (!(await noteUndone(tx, plan.swap.id, by))) throw new Refusal('nothingToUndo');
  },
};
