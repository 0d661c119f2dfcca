import { screensOf, type ScreenGroup } from './screen.ts';

export const accounting: ScreenGroup = {
  key: 'accounting',
  icon: 'book-2',
  screens: screensOf([
    'accounting.changelogs',
    'accounting.systemIncome',
    'accounting.systemIncomewithdraws',
    'accounting.report',
  ]),
};
