import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { OpenWindow } from '../rules/rule.ts';
import type { Wanted } from './apply.store.ts';

/** What an application comes to, by the same function of the database that its door asks under the locks. */
export interface Offer {
  readonly refusal: string | null;
  readonly target_currency: Currency;
  readonly hold: bigint;
  readonly target_amount: bigint;
  readonly fee: bigint;
  readonly fee_mode: 'inside' | 'outside';
  readonly rate: bigint | null;
  readonly rate_until: Date | null;
  readonly left_amount: bigint | null;
  readonly left_count: number | null;
  readonly left_card: bigint | null;
  readonly left_uses: number | null;
  readonly windows: readonly OpenWindow[];
  readonly available: bigint;
  readonly owed: bigint;
  /** Minor units of the rule; zero is no limit. */
  readonly min_amount: bigint;
  readonly max_amount: bigint;
}

export async function readOffer(db: Kysely<Tables>, wanted: Wanted): Promise<Offer> {
  const { rows } = await sql<Offer>`
    SELECT o.refusal, o.target_currency, o.hold, o.target_amount, o.fee, o.fee_mode, o.rate, o.rate_until, o.left_amount,
           o.left_count, o.left_card, o.left_uses, o.windows, o.available, o.owed, r.min_amount, r.max_amount
    FROM withdraw_offer_of(${wanted.ownerId}, ${wanted.accountId}, ${wanted.currency}, ${wanted.amount}, ${wanted.quoteId}) o
    LEFT JOIN withdraw_rule_of(${wanted.ownerId}, ${wanted.currency}) r ON true`.execute(db);
  const [offer] = rows;
  if (offer === undefined) throw new Error('An application comes to nothing');
  return offer;
}

/** In which currency an account of this owner is paid; undefined where he has no such account. */
export async function currencyOfAccount(
  db: Kysely<Tables>,
  ownerId: bigint,
  accountId: bigint,
): Promise<Currency | undefined> {
  const { rows } = await sql<{ currency: Currency }>`
    SELECT currency FROM withdraw_account WHERE id = ${accountId} AND owner_id = ${ownerId} AND deleted_at IS NULL`.execute(
    db,
  );
  return rows[0]?.currency;
}
