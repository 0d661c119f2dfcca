import { screensOf, type ScreenGroup } from './screen.ts';

export const collections: ScreenGroup = {
  key: 'collections',
  icon: 'arrow-down-circle',
  screens: screensOf([
    'collections.transactions',
    'collections.create',
    'collections.setting',
    'collections.private',
    'collections.deposit',
    'collections.revert',
  ]),
};
