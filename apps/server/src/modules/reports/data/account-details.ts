import type { Kysely } from 'kysely';
import type { DataRow } from '@suanpan/contract/endpoints/data-screens';
import { countOf } from '../../../platform/db/count-of.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { countChanges } from '../../audit/index.ts';
import { channelsOfAccounts, exchangeFigures } from '../../channels/index.ts';
import type { ExchangeFigures } from '../../channels/index.ts';
import type { DetailQuestion, Details } from './data-screen.ts';
import { heldAtProvider } from './held-at-provider.ts';

type Detail = NonNullable<DataRow['account']>;

const dayMs = 86_400_000;
/** So many days of exchanges are read for how fast providers answer. */
const exchangeDays = 2;

/**
 * What a channel account's row says besides its figures: what by our books lies there when its days end, what the provider says
 * and how far both are apart where that is now, how its provider answered, and how often its channels were tripped. Of accounts
 * that are not of the reader's tree nothing.
 */
export async function accountDetails(
  db: Kysely<Tables>,
  { scope }: Actor,
  asked: DetailQuestion,
): Promise<Details> {
  const { from, to } = asked;
  const held = await heldAtProvider(db, scope, asked);
  const ids = [...new Set([...held.values()].map(({ id }) => id))];
  const isShort = to.getTime() - from.getTime() <= exchangeDays * dayMs;
  const exchanges = isShort ? await exchangeFigures(db, ids, { from, to, by: 'day' }) : null;
  const accountOf = await channelsOfAccounts(db, ids);
  const trips = await countChanges(db, {
    act: 'channel.state',
    objectKind: 'channel',
    ids: [...accountOf.keys()],
    to: 'tripped',
    since: from,
    until: to,
    by: 'day',
  });
  return new Map(
    [...held].map(([key, { day, id, said }]) => {
      const account: Detail = {
        ...said,
        ...answersOf(exchanges, id, day),
        trips: trips
          .filter((one) => accountOf.get(one.id) === id && (day === null || one.span === day))
          .reduce((all, { times }) => all + countOf(times), 0),
      };
      return [key, { account }];
    }),
  );
}

/** Null where exchanges are not read; zero calls where nothing was asked. */
function answersOf(
  exchanges: readonly ExchangeFigures[] | null,
  id: bigint,
  day: string | null,
): Pick<Detail, 'calls' | 'error_rate' | 'create_ms' | 'query_ms'> {
  const told = exchanges?.find((one) => one.id === id && one.span === day);
  const both = (p50: number | null = null, p95: number | null = null) =>
    p50 === null || p95 === null ? null : { p50, p95 };
  return {
    calls: exchanges === null ? null : countOf(told?.calls ?? 0n),
    error_rate: told === undefined || told.calls === 0n ? null : shareOf(told.errors, told.calls),
    create_ms: both(told?.create_p50, told?.create_p95),
    query_ms: both(told?.query_p50, told?.query_p95),
  };
}

/** Percent with two decimals, cut. */
function shareOf(part: bigint, whole: bigint): string {
  const hundredths = (part * 10_000n) / whole;
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
}
