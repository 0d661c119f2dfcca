import type { AccountKind } from '@suanpan/domain/accounts';
import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';

export interface NamedAccount {
  readonly id: bigint;
  readonly kind: AccountKind;
  readonly currency: Currency;
  readonly book: string;
  readonly owner_id: bigint | null;
  readonly name: string | null;
}

/** Whose these accounts are: of a person, of a provider's account, or of the platform itself. */
export async function namedAccounts(db: Kysely<Tables>, ids: readonly bigint[]): Promise<NamedAccount[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<NamedAccount>`
    SELECT a.id, a.kind, a.currency, a.book, a.owner_id, coalesce(u.name, c.name) AS name
    FROM account a LEFT JOIN app_user u ON u.id = a.owner_id LEFT JOIN channel_account c ON c.id = a.channel_account_id
    WHERE a.id = ANY (${ids}::bigint[]) ORDER BY a.id`.execute(db);
  return rows;
}
