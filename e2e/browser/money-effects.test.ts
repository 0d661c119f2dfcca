import { test } from 'vitest';
import { moneyScreens } from './effects/money-screens.ts';
import { payoutDeskEffects } from './effects/payout-desk.ts';
import { payoutEffects } from './effects/payouts.ts';
import { refundEffects } from './effects/refunds.ts';
import { withdrawalEffects } from './effects/withdrawals.ts';
import { openWorld } from './effects/world.ts';
import type { World } from './effects/world.ts';

const effectsIn = (world: World) => ({
  ...payoutEffects(world),
  ...payoutDeskEffects(world),
  ...withdrawalEffects(world),
  ...refundEffects(world),
});

const world = await openWorld();

// Some take a dozen proofs of who does it, each with a code of its own.
test.each(moneyScreens)('%s', { timeout: 300_000 }, (name) => effectsIn(world)[name]());
