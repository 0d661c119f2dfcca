import { randomUUID } from 'node:crypto';
import { searchCollections } from '@suanpan/contract/endpoints/collections';
import { applyDeposit } from '@suanpan/contract/endpoints/deposits';
import { addPrivateTransfer } from '@suanpan/contract/endpoints/private-transfers';
import { refundCollection } from '@suanpan/contract/endpoints/refunds';
import {
  addWithdrawAccount,
  applyWithdrawal,
  previewWithdrawal,
  verifyWithdrawAccount,
} from '@suanpan/contract/endpoints/withdrawals';
import { enterAs } from '../harness/back-office.ts';
import type { ServerView } from '../harness/server-view.ts';
import { unusedCode } from '../harness/unused-code.ts';

/** Top-ups, a withdrawal, a refund and noted wires: what waits on the desks of those who move money. */
export async function putMoneyOnTheDesk(server: ServerView): Promise<void> {
  const [lin, chen] = [await enterAs(server.url, 'admin.lin'), await enterAs(server.url, 'admin.chen')];
  const merchant = await enterAs(server.url, 'xingji');
  const once = () => ({ idempotencyKey: randomUUID() });
  const proof = async (username: string) => {
    const account = server.account(username);
    return {
      payment_password: account.payment_password ?? '',
      one_code: await unusedCode(server, account),
    };
  };

  for (const [amount, payer_last5] of [
    ['120000', '40917'],
    ['8500.50', '22801'],
    ['640000', '40917'],
  ] as const)
    await merchant.call(
      applyDeposit,
      { amount, currency: 'TWD', method: 'bank', payer_last5, note: '十一月備付' },
      once(),
    );
  const account = await merchant.call(
    addWithdrawAccount,
    {
      type: 'bank',
      currency: 'TWD',
      account_name: '星際互動股份有限公司',
      bank_code: '004',
      card_no: '40050060070080',
      branch: '信義分行',
    },
    once(),
  );
  await lin.call(
    verifyWithdrawAccount,
    { id: account.id, accept: true, reason: '存摺影本相符', ...(await proof('admin.lin')) },
    once(),
  );
  const wanted = { account_id: account.id, amount: '3000', currency: 'TWD' } as const;
  const { hash } = await merchant.call(previewWithdrawal, wanted);
  await merchant.call(applyWithdrawal, { ...wanted, effect_hash: hash, ...(await proof('xingji')) }, once());
  const { items } = await chen.call(searchCollections, { status: ['success'] });
  const order = items.find(({ actions }) => actions.includes('refund'));
  if (order)
    await chen.call(
      refundCollection,
      {
        id: order.id,
        confirm: order.order_no.slice(-6),
        reason: '付款人重複付款',
        ...(await proof('admin.chen')),
      },
      once(),
    );
  for (const [real_name, last5, amount] of [
    ['陳怡君', '13579', '1850.00'],
    ['林志明', '24680', '26000.00'],
    ['張雅婷', '97531', '3300.00'],
  ] as const)
    await lin.call(
      addPrivateTransfer,
      { real_name, last5, amount, currency: 'TWD', paid_at: new Date().toISOString() },
      once(),
    );
}
