import type { Row } from '../table.ts';
import { administrationRows } from './administration.ts';
import { callbackRows } from './callbacks.ts';
import { channelRows } from './channels.ts';
import { collectionDeskRows } from './collection-desk.ts';
import { doorRows } from './door.ts';
import { exportRows } from './exports.ts';
import { watchRows } from './watches.ts';
import { fundRows } from './funds.ts';
import { incomeRows } from './income.ts';
import { merchantChannelRows } from './merchant-channels.ts';
import { orderRows } from './orders.ts';
import { payoutDeskRows } from './payout-desk.ts';
import { protectionRows } from './protection.ts';
import { rateRows } from './rates.ts';
import { reportRows } from './reports.ts';
import { rightsRows } from './rights.ts';
import { routingRows } from './routing.ts';
import { userActRows } from './user-acts.ts';
import { userRows } from './users.ts';
import { withdrawalRows } from './withdrawals.ts';

/** The whole table. Who opens a noun adds its file here. */
export const allRows: readonly Row[] = [
  ...doorRows,
  ...userRows,
  ...userActRows,
  ...rightsRows,
  ...orderRows,
  ...payoutDeskRows,
  ...callbackRows,
  ...collectionDeskRows,
  ...fundRows,
  ...incomeRows,
  ...reportRows,
  ...withdrawalRows,
  ...channelRows,
  ...rateRows,
  ...merchantChannelRows,
  ...routingRows,
  ...protectionRows,
  ...administrationRows,
  ...exportRows,
  ...watchRows,
];
