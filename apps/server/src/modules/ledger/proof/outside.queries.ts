import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Currency } from '@suanpan/money/currency';
import type { Tables } from '../../../platform/db/tables.generated.ts';

/** What a provider holds for us by our books, and by its own word where it was asked. */
export interface ProviderStanding {
  readonly account_id: string;
  readonly name: string;
  readonly direction: 'collection' | 'payout';
  readonly currency: Currency;
  /** A100 as a claim: what is with the provider, minor units. */
  readonly books: string;
  readonly provider: string | null;
  readonly checked_at: Date | null;
}

/** Money that nobody is known to have sent, by how long it has lain there. */
export interface UnidentifiedAge {
  readonly currency: Currency;
  readonly count: number;
  readonly total: string;
  readonly within_day: string;
  readonly within_three: string;
  readonly within_week: string;
  readonly older: string;
}

/** What the books say of the world outside: no invariant, since money is always on its way, but seen with every proof. */
export interface Outside {
  readonly providers: readonly ProviderStanding[];
  readonly unidentified: readonly UnidentifiedAge[];
}

export async function readOutside(db: Kysely<Tables>): Promise<Outside> {
  const { rows: providers } = await sql<ProviderStanding>`
    SELECT c.id::text AS account_id, c.name, c.direction, c.currency, (-coalesce(p.amount, 0))::text AS books,
           c.balance::text AS provider, c.balance_checked_at AS checked_at
    FROM channel_account c
    LEFT JOIN (
      SELECT a.channel_account_id AS id, sum(p.amount) AS amount
      FROM posting p JOIN account a ON a.id = p.account_id AND a.kind = 'A100' AND a.book = 'main'
      GROUP BY a.channel_account_id
    ) p ON p.id = c.id
    WHERE p.id IS NOT NULL OR c.balance IS NOT NULL ORDER BY c.direction, c.name, c.id`.execute(db);
  const { rows: unidentified } = await sql<UnidentifiedAge>`
    SELECT r.currency, count(*)::int AS count, sum(r.rest)::text AS total,
           coalesce(sum(r.rest) FILTER (WHERE r.days < 1), 0)::text AS within_day,
           coalesce(sum(r.rest) FILTER (WHERE r.days >= 1 AND r.days < 3), 0)::text AS within_three,
           coalesce(sum(r.rest) FILTER (WHERE r.days >= 3 AND r.days < 7), 0)::text AS within_week,
           coalesce(sum(r.rest) FILTER (WHERE r.days >= 7), 0)::text AS older
    FROM (SELECT currency, amount - taken AS rest, extract(epoch FROM (SELECT business_now()) - received_at) / 86400 AS days
          FROM receipt WHERE closed_at IS NULL) r
    GROUP BY r.currency ORDER BY r.currency`.execute(db);
  return { providers, unidentified };
}
