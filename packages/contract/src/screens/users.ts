import { screensOf, type ScreenGroup } from './screen.ts';

export const users: ScreenGroup = {
  key: 'users',
  icon: 'users',
  screens: screensOf([
    'users.list',
    'users.unList',
    'users.manage',
    'users.subAcc',
    'users.staffSubAcc',
    'users.customerSubAcc',
    'users.create.customer/accountMethod',
  ]),
};
