import { screensOf, type ScreenGroup } from './screen.ts';

export const withdrawals: ScreenGroup = {
  key: 'withdraws',
  icon: 'building-bank',
  screens: screensOf([
    'withdraws.apply',
    'withdraws.list',
    'withdraws.setting',
    'withdraws.fee',
    'withdraws.config',
    'cashManagement3',
  ]),
};
