import { test } from 'vitest';
import { builtScreens } from '../harness/built-screens.ts';
import type { BuiltScreen } from '../harness/built-screens.ts';
import { accessEffects } from './effects/access.ts';
import { accountingEffects } from './effects/accounting.ts';
import { administrationEffects } from './effects/administration.ts';
import { auditEffects } from './effects/audit.ts';
import { callbackEffects } from './effects/callbacks.ts';
import { channelEffects } from './effects/channels.ts';
import { claimEffects } from './effects/claims.ts';
import { collectionEffects } from './effects/collections.ts';
import { fundsEffects } from './effects/funds.ts';
import { exportEffects } from './effects/exports.ts';
import { dataCenterEffects } from './effects/data-center.ts';
import { merchantChannelEffects } from './effects/merchant-channels.ts';
import { messageEffects } from './effects/messages.ts';
import { moneyScreens } from './effects/money-screens.ts';
import { payoutDeskEffects } from './effects/payout-desk.ts';
import { payoutEffects } from './effects/payouts.ts';
import { notificationEffects } from './effects/notifications.ts';
import { protectionEffects } from './effects/protection.ts';
import { reconciliationEffects } from './effects/reconciliation.ts';
import { refundEffects } from './effects/refunds.ts';
import { userEffects } from './effects/users.ts';
import { personalEffects } from './effects/personal.ts';
import { wallEffects } from './effects/wall.ts';
import { withdrawalEffects } from './effects/withdrawals.ts';
import { openWorld } from './effects/world.ts';
import type { World } from './effects/world.ts';

/** A screen counts as built when one thing is done on it here and its effect is seen in the database. */
const effectsIn = (world: World) =>
  ({
    ...dataCenterEffects(world),
    ...collectionEffects(world),
    ...claimEffects(world),
    ...channelEffects(world),
    ...payoutEffects(world),
    ...payoutDeskEffects(world),
    ...callbackEffects(world),
    ...fundsEffects(world),
    ...withdrawalEffects(world),
    ...refundEffects(world),
    ...accountingEffects(world),
    ...accessEffects(world),
    ...administrationEffects(world),
    ...reconciliationEffects(world),
    ...auditEffects(world),
    ...protectionEffects(world),
    ...merchantChannelEffects(world),
    ...messageEffects(world),
    ...userEffects(world),
    ...notificationEffects(world),
    ...personalEffects(world),
    ...exportEffects(world),
    ...wallEffects(world),
  }) satisfies Readonly<Record<BuiltScreen, () => Promise<void>>>;

const world = await openWorld();

// Those on which money is moved are in money-effects.test.ts, beside this one.
const others = builtScreens.filter((name) => !moneyScreens.some((screen) => screen === name));
test.each(others)('%s', { timeout: 600_000 }, (name) => effectsIn(world)[name]());
