import type { Kysely } from 'kysely';
import { countOf } from '../../../platform/db/count-of.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import type { DetailQuestion, Details } from './data-screen.ts';
import { sumsOfGroups } from './day-sums.queries.ts';
import { answersSource } from './sources.queries.ts';

const dayMs = 86_400_000;
/** So many days of callbacks are read. */
const answerDays = 2;

/** How long the servers of a row's merchant took to answer what they were told of its orders; null beyond two days. */
export async function answerDetails(
  db: Kysely<Tables>,
  { scope }: Actor,
  { currency, first, from, last, rows, to }: DetailQuestion,
): Promise<Details> {
  if (to.getTime() - from.getTime() > answerDays * dayMs)
    return new Map(rows.map(({ key }) => [key, { callback: null }]));
  const groups = await sumsOfGroups(
    db,
    answersSource,
    { scope, currency, first, last, of: {} },
    rows.map(({ about }) => ({ about, sums: {} })),
  );
  const partsOf = (about: DetailQuestion['rows'][number]['about']): string => JSON.stringify(about);
  const told = new Map(groups.map(({ about, sums }) => [partsOf(about), sums]));
  return new Map(
    rows.map(({ about, key }) => {
      const { answered = 0n, answer_50: half = 0n, answer_95: most = 0n } = told.get(partsOf(about)) ?? {};
      const ms = answered === 0n ? null : { p50: countOf(half), p95: countOf(most) };
      return [key, { callback: { answered: countOf(answered), ms } }];
    }),
  );
}
