import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { isUniqueViolation } from '../../../platform/db/database-error.ts';
import { inTree } from '../../../platform/db/in-tree.ts';
import { savepoint } from '../../../platform/db/savepoint.ts';
import { readSums } from '../../../platform/db/sums.ts';
import type { WithSums } from '../../../platform/db/sums.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import type { CardFilter, CardSum } from './cards.queries.ts';

export interface PayerCard {
  readonly id: bigint;
  readonly channel_id: bigint;
  readonly channel_name: string;
  readonly currency: Currency;
  readonly bank_code: string;
  readonly account_name: string;
  readonly card_shown: string;
  readonly limit_count: number;
  readonly limit_amount: bigint;
  readonly enabled: boolean;
  readonly version: number;
  readonly cleared_at: Date | null;
  readonly count: bigint;
  readonly amount: bigint;
  readonly last_at: Date | null;
}

export interface CardLimits {
  readonly limitCount: number;
  /** Minor units of the channel's currency. */
  readonly limitAmount: bigint;
  readonly enabled: boolean;
}

/** The cards of the channels of the caller's tree, with what counts against their limits on a day; the newest first. */
export async function listPayerCards(
  db: Kysely<Tables>,
  scope: Scope,
  filter: CardFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<PayerCard[]> {
  const { rows } = await sql<PayerCard>`
    SELECT c.*, h.name AS channel_name, h.currency, u.count, u.amount, u.last_at
    ${from(scope, filter)} ORDER BY c.id DESC OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  return rows;
}

export async function sumPayerCards(
  db: Kysely<Tables>,
  scope: Scope,
  filter: CardFilter,
): Promise<CardSum[]> {
  const { rows } = await sql<WithSums<CardSum, 'amount' | 'uses'>>`
    SELECT h.currency, count(*) AS count, sum(u.count) AS uses, sum(u.amount) AS amount
    ${from(scope, filter)} GROUP BY h.currency ORDER BY h.currency`.execute(db);
  return readSums<CardSum, 'amount' | 'uses'>(rows, ['amount', 'uses']);
}

function from(scope: Scope, filter: CardFilter): RawBuilder<unknown> {
  const conditions = [sql`c.removed_at IS NULL`, inTree(scope, { agent: 'a.agent_id' })];
  if (filter.id !== undefined) conditions.push(sql`c.id = ${filter.id}`);
  if (filter.before !== undefined) conditions.push(sql`c.id < ${filter.before}`);
  if (filter.channelId !== undefined) conditions.push(sql`c.channel_id = ${filter.channelId}`);
  if (filter.cardHashes !== undefined) conditions.push(sql`c.card_hash = ANY (${filter.cardHashes})`);
  return sql`
    FROM payer_card c JOIN channel h ON h.id = c.channel_id JOIN channel_account a ON a.id = h.channel_account_id
    CROSS JOIN LATERAL payer_card_use(c, ${filter.day}::date) u
    WHERE ${sql.join(conditions, sql` AND `)}`;
}

/** A payout channel of the caller's tree, and in which currency it pays. */
export async function findPayoutChannel(
  db: Kysely<Tables>,
  scope: Scope,
  id: bigint,
): Promise<{ readonly id: bigint; readonly currency: Currency } | undefined> {
  const { rows } = await sql<{ id: bigint; currency: Currency }>`
    SELECT h.id, h.currency FROM channel h JOIN channel_account a ON a.id = h.channel_account_id
    WHERE h.id = ${id} AND h.direction = 'payout' AND ${inTree(scope, { agent: 'a.agent_id' })}`.execute(db);
  return rows[0];
}

/** Keeps a card of a channel; undefined where it has this one already. */
export async function insertPayerCard(
  tx: Tx,
  channelId: bigint,
  card: {
    readonly bankCode: string;
    readonly accountName: string;
    readonly cardHash: string;
    readonly cardShown: string;
  },
  limits: CardLimits,
  madeBy: bigint,
): Promise<bigint | undefined> {
  try {
    const { rows } = await savepoint(tx, () =>
      sql<{ id: bigint }>`
        INSERT INTO payer_card (channel_id, bank_code, account_name, card_hash, card_shown, limit_count, limit_amount, enabled,
          made_by, created_at)
        VALUES (${channelId}, ${card.bankCode}, ${card.accountName}, ${card.cardHash}, ${card.cardShown}, ${limits.limitCount},
          ${limits.limitAmount}, ${limits.enabled}, ${madeBy}, business_now()) RETURNING id`.execute(tx),
    );
    return rows[0]?.id;
  } catch (error) {
    if (isUniqueViolation(error, 'payer_card_once')) return undefined;
    throw error;
  }
}

/** Sets the limits over the version that was read; false where it has moved on. */
export async function editPayerCard(
  tx: Tx,
  id: bigint,
  version: number,
  { enabled, limitAmount, limitCount }: CardLimits,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE payer_card SET limit_count = ${limitCount}, limit_amount = ${limitAmount}, enabled = ${enabled}, version = version + 1
    WHERE id = ${id} AND version = ${version} AND removed_at IS NULL`.execute(tx);
  return numAffectedRows === 1n;
}

/** Takes it out of use; false where it is already. */
export async function removePayerCard(tx: Tx, id: bigint): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE payer_card SET removed_at = business_now(), enabled = false WHERE id = ${id} AND removed_at IS NULL`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}

/** Its uses count from now on. */
export async function clearPayerCard(tx: Tx, id: bigint): Promise<void> {
  await sql`UPDATE payer_card SET cleared_at = clock_timestamp() WHERE id = ${id}`.execute(tx);
}

/** Whether a channel has cards, and none that takes this payout today. */
export async function lacksCard(db: Kysely<Tables>, orderId: bigint, channelId: bigint): Promise<boolean> {
  const { rows } = await sql<{ lacks: boolean }>`
    SELECT payout_lacks_card(${orderId}, ${channelId}) AS lacks`.execute(db);
  return rows[0]?.lacks === true;
}
