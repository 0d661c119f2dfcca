import { loginLogs } from '@suanpan/contract/endpoints/audit';
import { searchCollections } from '@suanpan/contract/endpoints/collections';
import { self } from '@suanpan/contract/endpoints/self';
import { expect, onTestFinished, test } from 'vitest';
import { orderAt } from '../../test/fixture/orders.ts';
import { rowsCome } from '../../test/grid.ts';
import { pageOf } from '../../test/page-of.ts';
import { renderScreen } from '../../test/screen.tsx';
import { reply, wire } from '../../test/wire.ts';
import { LoginLogs } from '../screens/admin/loginlogs.tsx';
import { CollectionTransactions } from '../screens/collections/transactions.tsx';
import { setBusinessAhead } from './clock.ts';
import { ownQueries } from './own-user.ts';
import { dayMs, dayOf, showTimeOfDay, startOfDay } from './platform-time.ts';
import { queryClient } from './query-client.ts';

const daysAhead = 3;
const today = dayOf(Date.now());
const businessDay = dayOf(Date.now() + daysAhead * dayMs);

/** Whoever comes in is told where the business clock stands. */
async function comeIn(): Promise<void> {
  onTestFinished(() => setBusinessAhead(0));
  await queryClient.fetchQuery(ownQueries.self);
}

const someone = {
  id: '1',
  name: 'Lin',
  username: 'lin',
  role_name: 'admin' as const,
  role_name_ch: 'Administrator',
  currency: 'TWD' as const,
  balance: '0.0000',
  unsettlement_amount: '0.0000',
  frozen_amount: '0.0000',
  customized: { app_name: 'Suanpan', logo: '' },
  scope: 'platform' as const,
  google2FA: true,
  last_login_at: null,
  last_login_ip: null,
  permissions_version: '1',
  clock_ahead_ms: daysAhead * dayMs,
};

test('the day of the lists is that of the business clock, where a demo moved it on', async () => {
  const at = new Date(Date.parse(startOfDay(businessDay)) + 3_600_000).toISOString();
  const asked = wire(
    reply(self, () => someone),
    reply(searchCollections, () => ({
      ...pageOf([{ ...orderAt(0, Date.now()), created_at: at }], 1),
      summary: { by_currency: [], success_rate: null },
    })),
  );
  await comeIn();
  const { piece } = await renderScreen(CollectionTransactions);
  await rowsCome(piece);
  expect(asked.askedOf(searchCollections)[0]).toMatchObject({ created_from: startOfDay(businessDay) });
  // An order of this day needs no day beside its time.
  await expect.poll(() => piece.querySelector(`time[datetime="${at}"]`)?.textContent).toBe(showTimeOfDay(at));
});

test('who came to the door is asked for by the clock on the wall, which nobody moves', async () => {
  const asked = wire(
    reply(self, () => someone),
    reply(loginLogs, () => ({
      ...pageOf([], 0),
      summary: { count: 0, succeeded: 0, refused: 0, addresses: 0 },
    })),
  );
  await comeIn();
  await renderScreen(LoginLogs);
  await expect.poll(() => asked.askedOf(loginLogs)[0]).toMatchObject({ from: startOfDay(today) });
});
