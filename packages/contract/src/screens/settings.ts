import { screensOf, type ScreenGroup } from './screen.ts';

export const settings: ScreenGroup = {
  key: 'settings',
  icon: 'settings',
  screens: screensOf([
    'settings.personal',
    'settings.oem',
    'settings.manager',
    'settings.roles',
    'settings.blockIPAddress',
    'settings.blockLists',
    'settings.currency_rate',
    'settings.firewall',
    'settings.shadowUsers',
    'authority',
    'subAuthority',
  ]),
};
