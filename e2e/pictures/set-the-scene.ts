import { randomUUID } from 'node:crypto';
import { runProof } from '@suanpan/contract/endpoints/accounting';
import { sendBroadcast } from '@suanpan/contract/endpoints/broadcasts';
import { createShadowGrant } from '@suanpan/contract/endpoints/impersonation';
import { statementUploadPath } from '@suanpan/contract/endpoints/reconciliation';
import { addBlockEntry, blockAddress, createFirewallRule } from '@suanpan/contract/endpoints/protection';
import { createSubAccount, editFrozen, resetUserTwoFactor } from '@suanpan/contract/endpoints/user-acts';
import { users } from '@suanpan/contract/endpoints/users';
import { enterAs } from '../harness/back-office.ts';
import { openAdmin } from '../harness/database.ts';
import { Merchant } from '../harness/merchant.ts';
import type { ServerView } from '../harness/server-view.ts';
import { bookedBefore, bookedToday, statementOf } from '../harness/statement.ts';
import { unusedCode } from '../harness/unused-code.ts';

/** A fresh demo has orders but no history of its office: a few acts of several people, so that no list is bare. */
export async function setTheScene(server: ServerView): Promise<void> {
  const lin = await enterAs(server.url, 'admin.lin');
  const chen = await enterAs(server.url, 'admin.chen');
  const wu = await enterAs(server.url, 'manager.wu');
  const once = () => ({ idempotencyKey: randomUUID() });
  const proof = async (username: string) => {
    const account = server.account(username);
    return {
      payment_password: account.payment_password ?? '',
      one_code: await unusedCode(server, account),
    };
  };
  const idOf = async (username: string): Promise<string> => {
    const { items } = await lin.call(users, { search: username });
    const found = items.find((user) => user.username === username);
    if (!found) throw new Error(`There is no ${username}`);
    return found.id;
  };

  await lin.call(runProof, {});
  await lin.call(runProof, {});
  await lin.call(blockAddress, { ip: '203.0.113.0/24', note: '掃描登入入口' });
  await chen.call(blockAddress, { ip: '198.51.100.7', note: '' });
  await lin.call(addBlockEntry, { kind: 'name', value: '黃惡意', note: '冒名付款' });
  await lin.call(addBlockEntry, { kind: 'card', value: '4311952222222222', note: '盜刷通報 2026-11' });
  await lin.call(createFirewallRule, {
    name: '單一使用者每分鐘 600 次',
    path_class: 'merchantApi',
    key: 'apiKey',
    window_s: 60,
    attempts: 600,
    ban_s: 900,
    agent_id: null,
    enabled: false,
  });
  await lin.call(
    sendBroadcast,
    {
      roles: ['customer', 'agent'],
      agent_id: null,
      users: [],
      title: '國泰世華銀行 23:00–01:00 例行維護',
      content: '維護期間轉帳入帳可能延遲，請改用超商代碼。維護結束後會逐筆補上回調，不必重新建立訂單。',
      level: 'warning',
      color: 'orange',
      sound: false,
    },
    once(),
  );
  await chen.call(createShadowGrant, {
    grantee: 'manager.wu',
    target: 'xingji',
    days: 14,
    reason: '協助核對十一月對帳',
    ...(await proof('admin.chen')),
  });
  await lin.call(
    editFrozen,
    {
      id: await idOf('xingji'),
      direction: 'freeze',
      amount: '8000.00',
      reason: '爭議訂單暫扣',
      ...(await proof('admin.lin')),
    },
    once(),
  );
  await wu.call(
    resetUserTwoFactor,
    { id: await idOf('qingniao'), reason: '更換手機', ...(await proof('manager.wu')) },
    once(),
  );
  const hengxin = await enterAs(server.url, 'agent.hengxin');
  await hengxin.call(createSubAccount, { self: 'self', name: '對帳員', username: 'hengxin.books' });
}

/** Two days of reconciliation: one whose statement agrees and one whose statement differs in every way. */
export async function reconcile(server: ServerView): Promise<void> {
  const database = openAdmin(server);
  const merchant = new Merchant(server.url, server.account('xingji'));
  const chen = await enterAs(server.url, 'admin.chen');
  const pay = async (): Promise<string> => {
    const { id, order_no: no } = await merchant.order({ amount: '1850.00', method: 'qr' });
    await merchant.simulate(id, '00');
    return no;
  };
  for (const [of, differs] of [
    [await bookedToday(database, pay), true],
    [await bookedBefore(database), false],
  ] as const) {
    const query = new URLSearchParams({
      channel_account_id: of.account,
      day: of.day,
      name: `${of.day}.csv`,
    });
    const statement = await statementOf(database, of, { differs });
    const answer = await chen.send('POST', `${statementUploadPath}?${query}`, statement, {
      headers: { 'content-type': 'text/csv' },
    });
    if (answer.code !== 0) throw new Error(`The statement of ${of.day}: ${answer.message}`);
  }
  await database.close();
}
