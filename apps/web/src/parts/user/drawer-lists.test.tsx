import { userChangelogs, userLogins } from '@suanpan/contract/endpoints/user-facets';
import { subAccounts } from '@suanpan/contract/endpoints/users';
import { afterEach, expect, test, vi } from 'vitest';
import { cutFigures, headers, rowsCome } from '../../../test/grid.ts';
import { userAt, usersPage } from '../../../test/fixture/users.ts';
import { renderScreen } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { dropWaitingPreferences } from '../../lib/preferences.ts';
import { LoginsTab } from './logins-tab.tsx';
import { SubsTab } from './subs-tab.tsx';
import { TurnoverTab } from './turnover-tab.tsx';

const user = userAt(0, Date.now());
const at = new Date().toISOString();

afterEach(() => {
  dropWaitingPreferences();
  vi.unstubAllGlobals();
});

test.each([
  ['sub-accounts', SubsTab, ['Status', 'Username', 'Name', '2FA', 'Last login (UTC+8)']],
  ['logins', LoginsTab, ['Result', 'Time (UTC+8)', 'IP', 'Device']],
  ['turnover', TurnoverTab, ['Event', 'Order', 'Bucket', 'Change', 'After', 'Time (UTC+8)']],
] as const)('%s: state or event first, figures whole', async (_name, Tab, titles) => {
  wire(
    reply(subAccounts, () => usersPage([userAt(1, Date.now(), { role_name: 'customerSub' })])),
    reply(userLogins, () => ({
      items: [{ id: '1', at, ip: '203.0.113.201', user_agent: 'Mozilla/5.0', outcome: 'success' }],
      page: 1,
      paginate: 50,
      total: 1,
      next_cursor: null,
      summary: {},
    })),
    reply(userChangelogs, () => ({
      items: [
        {
          id: '1',
          journal_id: '9',
          created_at: at,
          event: 'collection.settled',
          order_no: 'C2611210000090000',
          owner_id: user.id,
          owner_name: user.name,
          account: 'L210',
          currency: 'TWD' as const,
          before: '1204000.0000',
          change: '-104000.2500',
          after: '1100000.7500',
          operator: null,
          note: null,
        },
      ],
      page: 1,
      paginate: 30,
      total: 1,
      next_cursor: null,
      summary: { by_currency: [] },
    })),
  );
  const { piece } = await renderScreen(() => (
    <div style={{ width: 720 }}>
      <Tab user={user} />
    </div>
  ));
  await rowsCome(piece);
  expect(headers(piece)).toEqual(titles);
  expect(cutFigures(piece)).toEqual([]);
});
