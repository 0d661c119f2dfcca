import type { Currency } from '@suanpan/money/currency';

/** Where the demo's owners have their money sent to, and what that costs, as a plan. Prices are percent and major units. */

interface BankAccount {
  readonly type: 'bank';
  readonly bank: string;
  readonly card: string;
}

interface ChainAccount {
  readonly type: 'chain';
  readonly network: 'TRC20' | 'ERC20';
  readonly address: string;
}

interface DemoWithdrawAccount {
  readonly owner: string;
  readonly account: BankAccount | ChainAccount;
}

const bank = (owner: string, code: string, card: string): DemoWithdrawAccount => ({
  owner,
  account: { type: 'bank', bank: code, card },
});
const chain = (owner: string, network: ChainAccount['network'], address: string): DemoWithdrawAccount => ({
  owner,
  account: { type: 'chain', network, address },
});

/** Kept for so long that they have rested. Nobody holds these addresses: each is the hash of a sentence. */
export const demoWithdrawAccounts: readonly DemoWithdrawAccount[] = [
  bank('agent.yitong', '013', '013500612340078'),
  chain('agent.yitong', 'TRC20', 'TTaeBAL9fDgFdxX5aaLybtk66kXM2WLT4n'),
  bank('agent.hengxin', '808', '0808968123456'),
  chain('agent.hengxin', 'TRC20', 'TB8KyKFDz2K4oZoaBPtVRQrtXftJTZEGSo'),
  bank('qingniao', '004', '004012345678'),
  chain('qingniao', 'TRC20', 'TENNpU7byoyxxPVWwC9FkstEhDGvAHyjiF'),
  bank('yunduan', '812', '20181000234567'),
  bank('dianjing', '822', '822540987654'),
  chain('dianjing', 'ERC20', '0xEF72CFD6398976fB8990958Da05f3be4D1172e57'),
  bank('hailan', '007', '00716805512'),
  chain('pacific', 'TRC20', 'TAWYMMt9D93vrhY8N7hdnLLJSgoidfUpjZ'),
];

interface DemoWithdrawFee {
  /** A kind of owner, or one owner by his user name. */
  readonly role?: 'customer' | 'agent';
  readonly owner?: string;
  /** The senior agent who set it; absent is the platform. */
  readonly by?: string;
  readonly currency: Currency;
  readonly targetCurrency: Currency;
  readonly type: 'bank' | 'chain';
  readonly pct: string;
  readonly fixed: string;
}

export const demoWithdrawFees: readonly DemoWithdrawFee[] = [
  { role: 'customer', currency: 'TWD', targetCurrency: 'TWD', type: 'bank', pct: '0', fixed: '15' },
  { role: 'customer', currency: 'TWD', targetCurrency: 'USDT', type: 'chain', pct: '0', fixed: '2' },
  { role: 'customer', currency: 'USDT', targetCurrency: 'USDT', type: 'chain', pct: '0', fixed: '1' },
  { role: 'agent', currency: 'TWD', targetCurrency: 'TWD', type: 'bank', pct: '0', fixed: '10' },
  {
    owner: 'dianjing',
    by: 'agent.hengxin',
    currency: 'TWD',
    targetCurrency: 'TWD',
    type: 'bank',
    pct: '0.1',
    fixed: '20',
  },
];
