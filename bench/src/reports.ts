import * as data from '@suanpan/contract/endpoints/data-screens';
import { dailyReports, monthlyReport } from '@suanpan/contract/endpoints/reports';
import { analysisMaxDays, comparisons } from '@suanpan/domain/reports/figures';
import { regionDayOf, regionDayText, startOfRegionDay } from '@suanpan/domain/region-day';
import type { Kysely } from 'kysely';
import * as asks from '../../apps/server/src/modules/reports/data/ask-data.ts';
import type { AskedScreen } from '../../apps/server/src/modules/reports/data/ask-data.ts';
import { readData } from '../../apps/server/src/modules/reports/data/read-data.ts';
import { readMonth } from '../../apps/server/src/modules/reports/daily/monthly-report.ts';
import { readReports } from '../../apps/server/src/modules/reports/daily/read-reports.ts';
import { readStatistics } from '../../apps/server/src/modules/reports/read-statistics.ts';
import { readWall } from '../../apps/server/src/modules/reports/wall/read-wall.ts';
import type { Tables } from '../../apps/server/src/platform/db/tables.generated.ts';
import type { Books } from './books.ts';
import { startCluster } from './cluster.ts';
import { describeBooks } from './figures.ts';
import { actors } from './lookers.ts';
import type { BenchOptions } from './options.ts';
import { loadProduct } from './product.ts';
import { printSettings } from './settings.ts';
import { printSlowest, timeQueries } from './time-queries.ts';
import type { TimedQuery } from './time-queries.ts';

/** What the design asks of every data screen. */
const mostMs = 150;
const explained = 6;
const page = { offset: 0, limit: 50, locale: 'en' } as const;

/** Every data screen by each of its groups, the daily statistics, the landing page and the wall: over a day and over a month. */
export async function benchReports(options: BenchOptions): Promise<void> {
  const cluster = await startCluster(await loadProduct(), options.filled, 'read');
  try {
    await printSettings(cluster.adminUrl);
    for (const books of cluster.books) {
      console.log(`data screens${describeBooks(books)}`);
      const questions = (await questionsOf(books)).filter(({ name }) => name.includes(options.only));
      const answers = await timeQueries(books.database.pools.reports, questions);
      await printSlowest(answers, mostMs, explained);
    }
  } finally {
    await cluster.stop();
  }
}

interface Screen {
  readonly name: string;
  /** Its groups, where it has any; the first one is also held against an earlier range. */
  readonly groups: readonly string[];
  ask(input: object): AskedScreen;
}

/** A screen as its route asks it: what the wire leaves out has its value by the contract. */
const screen = <Question>(
  name: string,
  endpoint: { readonly input: { parse(input: object): Question } },
  ask: (input: Question) => AskedScreen,
  groups: readonly string[] = [],
): Screen => ({ name, groups, ask: (input) => ask(endpoint.input.parse(input)) });

const screens: readonly Screen[] = [
  screen('stats', data.merchantStats, asks.askMerchantStats, data.statsGroups),
  screen('stats3', data.merchantAnalysis, asks.askMerchantAnalysis, data.analysisGroups),
  screen('stats5', data.channelAccountsData, asks.askChannelAccounts, data.accountGroups),
  screen('stats6', data.generalResults, asks.askGeneralResults, data.generalGroups),
  screen('stats7', data.feeLayers, asks.askFeeLayers, data.layerGroups),
  screen('payment', data.payoutStats, asks.askPayoutStats, data.payoutGroups),
  screen('subagentPaymentFees', data.payoutCommissions, asks.askPayoutCommissions, data.commissionGroups),
  screen('customers', data.merchantsData, asks.askMerchants),
  screen('agents', data.seniorAgents, asks.askSeniorAgents),
  screen('general', data.generalAgents, asks.askGeneralAgents),
  screen('encryption', data.cryptoData, asks.askCrypto, data.cryptoGroups),
];

/** One merchant's orders themselves are read for a week at the most; all others are sums by day. */
const mostDays = (name: string): number => (name === 'stats3' ? analysisMaxDays : 31);

async function questionsOf(books: Books): Promise<TimedQuery[]> {
  const { database } = books;
  const today = regionDayOf(await books.product.businessNow(database.app));
  const range = (days: number) => ({
    from: startOfRegionDay(today - days).toISOString(),
    to: startOfRegionDay(today).toISOString(),
  });
  const lengths = { 'a day': 1, 'a week': analysisMaxDays, 'a month': 31 };
  const queries: TimedQuery[] = [];
  for (const [who, actor] of Object.entries(actors)) {
    // The product's own database, but for the connections, on which each statement is listened to.
    const over = (db: Kysely<Tables>) => ({ ...database, app: db, reports: db });
    const deps = (db: Kysely<Tables>) => ({
      db: over(db),
      unanswered: async () => [],
      placesOf: async () => new Map<bigint, number>(),
      differences: async () => ({ oldestAt: null, sums: [], items: [] }),
    });
    const add = (name: string, ask: (db: Kysely<Tables>) => Promise<{ items: readonly unknown[] } | null>) =>
      queries.push({
        name: `${name} · ${who}`,
        ask: async (db) => {
          const answer = await ask(db);
          return answer === null ? 'one answer' : `${answer.items.length} rows`;
        },
      });
    add('statistics', async (db) => (await readStatistics(deps(db), actor, 'TWD'), null));
    add('wall', async (db) => {
      await readWall({ ...deps(db), queues: () => [], alarms: async () => [] }, actor);
      return null;
    });
    for (const [length, days] of Object.entries(lengths)) {
      for (const { ask, groups, name } of screens) {
        if (days > 1 && days !== mostDays(name)) continue;
        const inputs = groups.length === 0 ? [{}] : groups.map((group) => ({ group }));
        for (const input of [...inputs, { ...inputs[0], compare: comparisons[2] }]) {
          const { asked, screen: shown } = ask({ ...input, ...range(days) });
          const by = 'group' in input ? ` by ${String(input.group)}` : '';
          const against = 'compare' in input ? ' against the period before' : '';
          add(`${name}${by}${against} · ${length}`, (db) =>
            readData(db, shown, actor, { ...asked, ...page }),
          );
        }
      }
      if (length === 'a week') continue;
      add(`reports · ${length}`, (db) =>
        readReports(over(db), { actor, locale: 'en' }, dailyReports.input.parse(range(days))),
      );
    }
    add('monthly report', (db) =>
      readMonth(
        over(db),
        { actor, locale: 'en' },
        monthlyReport.input.parse({ month: regionDayText(today - 20).slice(0, 7) }),
      ),
    );
  }
  return queries;
}
