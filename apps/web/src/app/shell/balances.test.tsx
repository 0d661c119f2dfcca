import { self } from '@suanpan/contract/endpoints/self';
import type { OutputOf } from '@suanpan/contract/endpoint';
import { expect, test, vi } from 'vitest';
import { renderScreen } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { Balances } from './balances.tsx';

const boss: OutputOf<typeof self> = {
  id: '1',
  name: 'Lin',
  username: 'admin.lin',
  role_name: 'admin',
  scope: 'platform',
  role_name_ch: 'Administrator',
  currency: 'TWD',
  balance: '100.0000',
  unsettlement_amount: '0.0000',
  frozen_amount: '0.0000',
  customized: { app_name: 'Suanpan', logo: '' },
  google2FA: true,
  last_login_at: null,
  last_login_ip: null,
  permissions_version: 'v',
};

test.each([
  ['the platform’s own', {}, true],
  ['a merchant’s, who is told of his', { scope: 'customer' as const, customer_id: '7' }, false],
  ['a middleman’s, who is told of his', { scope: 'middleman' as const }, false],
])('%s balance is read again while somebody looks', async (_, more, isRead) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const line = wire(reply(self, () => ({ ...boss, ...more, balance: '250.0000' })));
    const { text } = await renderScreen(() => <Balances />, { self: { ...boss, ...more } });
    await expect.poll(text).toContain('100.00');
    await vi.advanceTimersByTimeAsync(30_000);
    if (isRead) await expect.poll(text).toContain('250.00');
    expect(line.askedOf(self)).toHaveLength(isRead ? 1 : 0);
  } finally {
    vi.useRealTimers();
  }
});
