import type { Currency } from '@suanpan/money/currency';
import { Refusal } from '@suanpan/domain/errors';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { errorCode } from '../../../platform/db/database-error.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { ownerOf } from '../../../platform/http/owner-of.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import type { ApprovalBy } from '../../approvals/index.ts';
import { inOrderScope } from '../../orders/index.ts';
import { ruleColumns } from './setting.queries.ts';
import type { Rules } from './setting.queries.ts';

interface By {
  readonly userId: bigint;
  readonly requestId: string;
}

/** Who may not do it is turned away by the door too. */
async function throughDoor<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw errorCode(error) === 'LG403' ? new Refusal('forbidden') : error;
  }
}

/** Sets the rules of an account, or of the platform (0); the new version, or undefined where it had moved on. */
export async function editRules(
  tx: Tx,
  ownerId: bigint,
  currency: Currency,
  { rules, version }: { readonly rules: Rules; readonly version: number },
  by: By,
): Promise<number | undefined> {
  const wanted = {
    owner_id: String(ownerId),
    currency,
    ...Object.fromEntries(ruleColumns.map((column) => [column, rules[column]?.toString() ?? null])),
  };
  const { rows } = await throughDoor(
    sql<{ version: number | null }>`
      SELECT edit_payout_setting(${JSON.stringify(wanted)}::jsonb, ${version}, ${by.userId}, ${by.requestId}) AS version`.execute(
      tx,
    ),
  );
  return rows[0]?.version ?? undefined;
}

export interface CheckEdit {
  readonly enabled: boolean;
  readonly url: string;
  /** Null leaves the key that is kept. */
  readonly keySealed: string | null;
  readonly applies: readonly string[];
  readonly version: number;
}

/**
 * Sets the reverse check of a merchant as it was agreed to; the new version, or undefined where it had moved on or has no key.
 */
export async function editCheck(
  tx: Tx,
  customerId: bigint,
  edit: CheckEdit,
  by: Pick<ApprovalBy, 'makerId' | 'approvalId' | 'requestId'>,
): Promise<number | undefined> {
  const { rows } = await throughDoor(
    sql<{ version: number | null }>`
      SELECT edit_audit_setting(${customerId}, ${edit.enabled}, ${edit.url}, ${edit.keySealed}, ${edit.applies}::text[],
        ${edit.version}, ${by.makerId}, ${by.approvalId}, ${by.requestId}) AS version`.execute(tx),
  );
  return rows[0]?.version ?? undefined;
}

export async function keepCheckResult(
  db: Kysely<Tables>,
  customerId: bigint,
  outcome: string,
): Promise<void> {
  await sql`SELECT note_check_result(${customerId}, ${outcome})`.execute(db);
}

/** Frees payouts of the caller's tree, named by id or by number, whoever keeps them; answers how many. */
export async function unlockOrders(tx: Tx, scope: Scope, named: readonly string[]): Promise<number> {
  const { rows } = await sql`
    DELETE FROM payout_lock l USING payout_order o
    WHERE o.id = l.order_id AND (o.id::text = ANY (${named}) OR o.order_no = ANY (${named})) AND l.until > now()
      AND ${inOrderScope(scope)}
    RETURNING l.order_id`.execute(tx);
  return rows.length;
}

export interface UsageToClear {
  /** Keyed hashes of the account at each bank that it may be of; null is every account. */
  readonly hashes: readonly string[] | null;
  readonly customerId: bigint | null;
  readonly channelId: bigint | null;
}

/** Counts the use of accounts of the caller's tree anew; answers how many had been used today. */
export async function clearUsage(
  tx: Tx,
  scope: Scope,
  { channelId, customerId, hashes }: UsageToClear,
  actorId: bigint,
): Promise<number> {
  const { rows } = await throughDoor(
    sql<{ cleared: number }>`
      SELECT clear_card_usage(${hashes}::text[], ${customerId}, ${channelId}, ${ownerOf(scope)}, ${actorId}) AS cleared`.execute(
      tx,
    ),
  );
  return rows[0]?.cleared ?? 0;
}
