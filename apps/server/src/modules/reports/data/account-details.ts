import { regionDayOf, regionDayText } from '@suanpan/domain/region-day';
import { formatLedger } from '@suanpan/money/amount';
import type { Kysely } from 'kysely';
import type { DataRow } from '@suanpan/contract/endpoints/data-screens';
import { businessNow } from '../../../platform/clock.ts';
import { countOf } from '../../../platform/db/count-of.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { countChanges } from '../../audit/index.ts';
import { accountStandings, channelsOfAccounts, exchangeFigures } from '../../channels/index.ts';
import type { ExchangeFigures } from '../../channels/index.ts';
import { clearingAt } from '../../ledger/index.ts';
import type { DetailQuestion, Details } from './data-screen.ts';

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
  { currency, from, last, rows, to }: DetailQuestion,
): Promise<Details> {
  const idOf = (about: DetailQuestion['rows'][number]['about']): bigint => BigInt(about.channelAccount ?? 0);
  const standings = new Map(
    (await accountStandings(db, scope, [...new Set(rows.map(({ about }) => idOf(about)))])).map((one) => [
      one.id,
      one,
    ]),
  );
  const ids = [...standings.keys()];
  const known = rows.filter(({ about }) => standings.has(idOf(about)));
  const endOf = (about: DetailQuestion['rows'][number]['about']): string => about.day ?? last;
  const clearing = await clearingAt(
    db,
    known.map(({ about }) => ({ id: idOf(about), day: endOf(about) })),
  );
  const isShort = to.getTime() - from.getTime() <= exchangeDays * dayMs;
  const exchanges = isShort ? await exchangeFigures(db, ids, { from, to }) : null;
  const accountOf = await channelsOfAccounts(db, ids);
  const trips = await countChanges(db, {
    act: 'channel.state',
    objectKind: 'channel',
    ids: [...accountOf.keys()],
    to: 'tripped',
    since: from,
    until: to,
  });
  const today = regionDayText(regionDayOf(await businessNow(db)));
  return new Map(
    known.map(({ about, key }) => {
      const id = idOf(about);
      const day = about.day ?? null;
      const held = clearing.find((one) => one.id === id && one.day === endOf(about))?.held ?? 0n;
      const { balance = null, balance_checked_at: checkedAt = null } = standings.get(id) ?? {};
      // A provider says what it holds now, and not what it held when an earlier day ended.
      const told = endOf(about) >= today ? balance : null;
      const account: Detail = {
        clearing: formatLedger(held, currency),
        provider: told === null ? null : formatLedger(told, currency),
        difference: told === null ? null : formatLedger(told - held, currency),
        checked_at: told === null ? null : (checkedAt?.toISOString() ?? null),
        ...answersOf(exchanges, id, day),
        trips: trips
          .filter((one) => accountOf.get(one.id) === id && (day === null || one.day === day))
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
  const told = exchanges?.find((one) => one.id === id && one.day === day);
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
