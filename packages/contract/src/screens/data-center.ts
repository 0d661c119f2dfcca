import { screensOf, type ScreenGroup } from './screen.ts';

export const dataCenter: ScreenGroup = {
  key: 'data',
  icon: 'chart-dots',
  screens: screensOf([
    'index.statistics',
    'index.customers',
    'index.agents',
    'index.general',
    'index.encryption',
    'index.stats',
    'index.stats2',
    'index.stats3',
    'index.stats4',
    'index.stats5',
    'index.stats6',
    'index.stats7',
    'index.payment',
    'index.subagentPaymentFees',
  ]),
};
