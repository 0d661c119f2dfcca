import type { WaitingAct } from '@suanpan/contract/endpoints/approvals';
import type { ApprovalActName } from '@suanpan/domain/approvals';
import type { AuditKind } from '@suanpan/domain/audit/acts';
import { Refusal } from '@suanpan/domain/errors';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Tx } from '../../platform/db/transact.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { isWaitingOn, listWaitingOn } from './waiting-acts.queries.ts';

/** Which actions of a subject's row are refused while an act waits on it; an act that is not named blocks none. */
export interface BlockedActions {
  readonly kind: AuditKind;
  readonly by: Readonly<Partial<Record<ApprovalActName, readonly string[]>>>;
  /** Where the rows are not the subject itself, the acts that are about them; without it whatever waits on the subject. */
  readonly told?: readonly ApprovalActName[];
}

interface Waiting {
  readonly said: WaitingAct;
  /** It belongs to the caller's tree. */
  readonly isListed: boolean;
}

/** What waits on each row of a page, by the id of the row's subject; one on which nothing waits has no entry. */
export type WaitingActs = ReadonlyMap<string, readonly Waiting[]>;

/** What waits on the rows of a page, looked up for these alone. Who asked is told to those alone who may open the list of approvals. */
export async function waitingActsOn(
  db: Kysely<Tables>,
  { permissions, scope }: Actor,
  { by, kind, told }: BlockedActions,
  rows: readonly { readonly id: bigint | string }[],
): Promise<WaitingActs> {
  const found = new Map<string, Waiting[]>();
  if (rows.length === 0) return found;
  const ids = rows.map(({ id }) => String(id));
  for (const each of await listWaitingOn(db, scope, kind, ids)) {
    if (told?.includes(each.act) === false) continue;
    const id = each.subject_id;
    const maySeeWho = each.is_listed && permissions.has('admin.approvals.get');
    const said = {
      act: each.act,
      asked_at: each.created_at.toISOString(),
      approval_id: maySeeWho ? String(each.id) : null,
      maker: maySeeWho ? { id: String(each.maker_id), name: each.maker_name } : null,
      blocks: [...(by[each.act] ?? [])],
    };
    found.set(id, [...(found.get(id) ?? []), { said, isListed: each.is_listed }]);
  }
  return found;
}

/**
 * What is told of it on one row to somebody with these actions: all within his tree, as the list of approvals has it for him, and
 * elsewhere what keeps him from one of his actions. What the house has not decided yet concerns nobody else.
 */
export function toldWaiting(
  waiting: WaitingActs | undefined,
  id: bigint | string,
  actions: readonly string[],
): { waiting_acts?: WaitingAct[] } {
  const told = (waiting?.get(String(id)) ?? []).filter(
    ({ isListed, said }) => isListed || said.blocks.some((action) => actions.includes(action)),
  );
  return told.length === 0 ? {} : { waiting_acts: told.map(({ said }) => said) };
}

/**
 * Refuses `approvalPending` where something waits on the subject that blocks this action. The caller holds the subject's lock, so
 * that nothing begins to wait between this look and the act. `own` is the act that is looked at: it does not stand in its own way
 * when somebody decides it, and that it waits once is seen where it is asked for.
 */
export async function refuseBlocked(
  tx: Tx,
  { by, kind }: BlockedActions,
  id: bigint,
  action: string,
  own?: ApprovalActName,
): Promise<void> {
  const acts = (Object.keys(by) as ApprovalActName[]).filter(
    (act) => act !== own && by[act]?.includes(action) === true,
  );
  if (await isWaitingOn(tx, kind, String(id), acts)) throw new Refusal('approvalPending');
}
