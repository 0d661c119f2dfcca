import { screensOf, type ScreenGroup } from './screen.ts';

export const payouts: ScreenGroup = {
  key: 'payment',
  icon: 'arrow-up-circle',
  screens: screensOf([
    'payment.apply',
    'payment.setting',
    'payment.transactions',
    'payment.card',
    'payment.balance',
    'claimOrder',
    'counter',
  ]),
};
