import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transact.ts';
import type { ActingBy } from '../accounts/accounts.store.ts';
import type { RuleColumns } from './rule.ts';
import type { OwnerRole } from './rules.queries.ts';

export interface RuleChange {
  readonly ownerId: bigint | null;
  readonly role: OwnerRole | null;
  readonly currency: Currency;
  readonly rule: RuleColumns;
  /** Of the row that was read; 0 where there was none. */
  readonly version: number;
}

interface SetBy {
  readonly makerId: bigint;
  readonly approvalId: bigint | null;
  readonly reason: string;
  readonly requestId: string;
}

/** Sets the rule through its door, with its line in the log; false where another wrote meanwhile. */
export async function setRule(tx: Tx, change: RuleChange, by: SetBy): Promise<boolean> {
  const { rows } = await sql<{ version: number | null }>`
    SELECT set_withdraw_rule(${change.ownerId}, ${change.role}, ${change.currency}, ${JSON.stringify(change.rule)}::jsonb,
      ${change.version}, ${by.makerId}, ${by.approvalId}, ${by.reason}, ${by.requestId}) AS version`.execute(
    tx,
  );
  return (rows[0]?.version ?? null) !== null;
}

/** The owner has the configuration's again; false where there is no such version. */
export async function dropRule(
  tx: Tx,
  of: { readonly ownerId: bigint; readonly currency: Currency; readonly version: number },
  by: ActingBy & { readonly reason: string },
): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    SELECT drop_withdraw_rule(${of.ownerId}, ${of.currency}, ${of.version}, ${by.personId}, ${by.reason},
      ${by.requestId}) AS done`.execute(tx);
  return rows[0]?.done === true;
}

/** The uses of an account count from now on again; false where nobody withdrew to it. */
export async function clearUses(
  tx: Tx,
  hash: string,
  by: ActingBy & { readonly reason: string },
): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    SELECT clear_withdraw_card(${hash}, ${by.personId}, ${by.reason}, ${by.requestId}) AS done`.execute(tx);
  return rows[0]?.done === true;
}
