import { accounting } from './accounting.ts';
import { administration } from './administration.ts';
import { collectionChannels, payoutChannels } from './channels.ts';
import { collections } from './collections.ts';
import { dataCenter } from './data-center.ts';
import { others } from './others.ts';
import { payouts } from './payouts.ts';
import type { Screen, ScreenGroup } from './screen.ts';
import { settings } from './settings.ts';
import { users } from './users.ts';
import { withdrawals } from './withdrawals.ts';

/** The side menu in its order; the router, the menu, the permission page and the crawler follow it. */
export const screenGroups: readonly ScreenGroup[] = [
  dataCenter,
  collections,
  payouts,
  withdrawals,
  accounting,
  users,
  collectionChannels,
  payoutChannels,
  settings,
  administration,
  others,
];

export const screens: readonly Screen[] = screenGroups.flatMap((group) => group.screens);

/** Public pages outside `/wrap`: they hide the top bar and the side menu. */
export const barePages = [
  'userLogin',
  'checkout',
  'paymethod',
  'Alipay',
  'gateway',
  'wxbank',
  'payCheckOut',
  '404',
] as const;
export type BarePage = (typeof barePages)[number];
