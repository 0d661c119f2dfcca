import type { DataScreen } from './data-screen.ts';
import { collectionSource } from './sources.queries.ts';

/** index.stats: merchants' collections, by merchant, channel and day. */
export const merchantStatsScreen: DataScreen = {
  source: collectionSource,
  figures: [
    'orders',
    'success',
    'failed',
    'successRate',
    'amount',
    'actual',
    'fee',
    'accounted',
    'meanTicket',
    'timeToPay',
  ],
};
