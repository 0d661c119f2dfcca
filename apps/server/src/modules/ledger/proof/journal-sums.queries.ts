import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** Places of a journal that are summed one by one; the legs of longer ones are unfolded behind them. */
export const places = 12;
export const beyond = sql.lit(places + 1);
/** An expression for each of these places, as one list. */
export const perPlace = (expression: (place: number) => string): RawBuilder<unknown> =>
  sql.raw(Array.from({ length: places }, (_, index) => expression(index + 1)).join(', '));

/**
 * What a leg leaves, as one number. The balance is the seed, of which every bit counts; the version alone is folded, and it
 * has no more than 32.
 */
export const linkOf = (version: string, balance: string): RawBuilder<unknown> =>
  sql.raw(`hashint8extended(${version}, ${balance})`);

/**
 * What a leg leaves against what it begins with. Joined by XOR over the legs of an account, all but the first beginning and
 * the last end meet their equals and vanish.
 */
export const linkText = (version: string, after: string, amount: string): string =>
  `hashint8extended(${version}, ${after}) # hashint8extended(${version} - 1, ${after} - ${amount})`;

/** What a journal's legs add up to; every journal has two legs at the least. */
const total = sql`j.amounts[1] + j.amounts[2] + ${sql.raw(
  Array.from({ length: places - 2 }, (_, index) => `coalesce(j.amounts[${index + 3}], 0)`).join(' + '),
)} + CASE WHEN cardinality(j.amounts) >= ${beyond}
       THEN (SELECT sum_minor(l.amount) FROM unnest(j.amounts[${beyond}:]) AS l (amount)) ELSE 0 END`;

/**
 * Two tables for a WITH, from one reading of the journal. Journals of one event between the same accounts are one `lot`, whose
 * legs are summed place by place: unfolding every leg to a row of its own would cost four times as much. `leg_sum` is what
 * the lots come to by account: the sum of its legs and how many, the last version, and the chain.
 */
export const journalSums = sql`
  lot AS MATERIALIZED (
    SELECT j.event, j.book, j.currency, j.account_ids, count(*) AS journals, min(j.id) AS example, sum(j.total) AS total,
           count(*) FILTER (WHERE (j.total = 0) IS NOT TRUE) AS unbalanced,
           min(j.id) FILTER (WHERE (j.total = 0) IS NOT TRUE) AS unbalanced_example,
           count(*) FILTER (WHERE 0 > ANY (j.balances_after)) AS below_zero,
           ARRAY[${perPlace((n) => `sum(j.amounts[${n}])`)}] AS totals,
           ARRAY[${perPlace((n) => `max(j.versions[${n}])`)}] AS last,
           ARRAY[${perPlace((n) => `bit_xor(${linkText(`j.versions[${n}]`, `j.balances_after[${n}]`, `j.amounts[${n}]`)})`)}] AS chains
    FROM (SELECT j.*, ${total} AS total FROM journal j OFFSET 0) j GROUP BY j.event, j.book, j.currency, j.account_ids
  ), leg_sum AS MATERIALIZED (
    SELECT l.account_id, sum(l.total) AS total, sum(l.legs) AS legs, max(l.last) AS last, bit_xor(l.chain) AS chain
    FROM (
      SELECT p.account_id, p.total, lot.journals AS legs, p.last, p.chain
      FROM lot, unnest(lot.account_ids[1:${sql.lit(places)}], lot.totals, lot.last, lot.chains)
        AS p (account_id, total, last, chain)
      WHERE p.account_id IS NOT NULL
      UNION ALL
      SELECT p.account_id, p.amount, 1, p.version, ${sql.raw(linkText('p.version', 'p.after', 'p.amount'))}
      FROM journal j, unnest(j.account_ids[${beyond}:], j.amounts[${beyond}:], j.balances_after[${beyond}:], j.versions[${beyond}:])
        AS p (account_id, amount, after, version)
      WHERE cardinality(j.account_ids) >= ${beyond}
    ) l
    GROUP BY l.account_id
  )`;
