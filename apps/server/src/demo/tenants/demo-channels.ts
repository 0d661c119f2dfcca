import type { Currency } from '@suanpan/money/currency';
import { jkopaySandboxStore } from '@suanpan/signing/jkopay';
import { linePaySandboxChannel } from '@suanpan/signing/line-pay';
import { sandboxCard } from '@suanpan/signing/sandbox-card';
import { tronSandbox } from '@suanpan/signing/tron-sandbox';
import { cardNames } from '../demo-names.ts';

/** The demo's ways in as a plan. Amounts are major units as merchants write them, rates are percent. */

export interface DemoChannelAccount {
  /** Our number at the sandbox bank. */
  readonly merchantNo: string;
  readonly agent: string;
  readonly currency: Currency;
  readonly latePayment: 'credit' | 'abnormal';
  /** Whose language the sandbox speaks there, where it is not its own; it stands under the driver's name. */
  readonly facade?: { readonly driver: string; readonly credentials: Readonly<Record<string, string>> };
}

export const demoChannelAccounts: readonly DemoChannelAccount[] = [
  { merchantNo: 'SP10011', agent: 'agent.yitong', currency: 'TWD', latePayment: 'credit' },
  { merchantNo: 'SP10012', agent: 'agent.yitong', currency: 'TWD', latePayment: 'credit' },
  { merchantNo: 'SP10013', agent: 'agent.yitong', currency: 'TWD', latePayment: 'abnormal' },
  { merchantNo: 'SP10021', agent: 'agent.hengxin', currency: 'TWD', latePayment: 'credit' },
  { merchantNo: 'SP10022', agent: 'agent.hengxin', currency: 'TWD', latePayment: 'abnormal' },
  { merchantNo: 'SP10031', agent: 'agent.lanhai', currency: 'TWD', latePayment: 'credit' },
  { merchantNo: 'SP10032', agent: 'agent.lanhai', currency: 'TWD', latePayment: 'abnormal' },
  { merchantNo: 'SP10033', agent: 'agent.lanhai', currency: 'USDT', latePayment: 'credit' },
  {
    merchantNo: 'SP10034',
    agent: 'agent.lanhai',
    currency: 'TWD',
    latePayment: 'credit',
    facade: { driver: 'private', credentials: { ...sandboxCard, ...cardNames } },
  },
  {
    merchantNo: 'SP10035',
    agent: 'agent.lanhai',
    currency: 'USDT',
    latePayment: 'credit',
    facade: {
      driver: 'tron',
      credentials: {
        addresses: tronSandbox.addresses.join(','),
        token: tronSandbox.token,
        api_key: tronSandbox.apiKey,
      },
    },
  },
  {
    merchantNo: 'SP10036',
    agent: 'agent.lanhai',
    currency: 'TWD',
    latePayment: 'credit',
    facade: {
      driver: 'linepay',
      credentials: {
        channel_id: linePaySandboxChannel.channelId,
        channel_secret: linePaySandboxChannel.channelSecret,
      },
    },
  },
  {
    merchantNo: 'SP10037',
    agent: 'agent.lanhai',
    currency: 'TWD',
    latePayment: 'credit',
    facade: {
      driver: 'jkopay',
      credentials: {
        store_id: jkopaySandboxStore.storeId,
        api_key: jkopaySandboxStore.apiKey,
        secret_key: jkopaySandboxStore.secretKey,
      },
    },
  },
];

/** The method code that merchants name. */
export type Alias =
  | 'bank_transfer'
  | 'qr'
  | 'cvs'
  | 'card'
  | 'usdt'
  | 'wechat'
  | 'private_transfer'
  | 'usdt_trc20'
  | 'line_pay'
  | 'jkopay';

/** By these nobody pays but whoever plays the payer by hand. */
export const paidByHand: readonly string[] = ['private_transfer', 'usdt_trc20'] satisfies Alias[];

interface Price {
  readonly pct: string;
  readonly perItem: string;
}

export interface AliasTerms {
  readonly methodType:
    | 'bank_transfer'
    | 'qr'
    | 'cvs'
    | 'redirect'
    | 'wechat'
    | 'crypto'
    | 'line_pay'
    | 'jkopay';
  readonly endpoint: Price;
  readonly merchant: Price;
  readonly subAgent: Price;
  readonly middleman: Price;
  readonly system: Price;
}

/** What a kind of payment costs; the senior agent keeps what the others leave, which is more than nothing. */
export const aliasTerms: Readonly<Record<Alias, AliasTerms>> = {
  bank_transfer: {
    methodType: 'bank_transfer',
    endpoint: { pct: '0.5', perItem: '8' },
    merchant: { pct: '1.5', perItem: '15' },
    subAgent: { pct: '0.2', perItem: '1' },
    middleman: { pct: '0.1', perItem: '0' },
    system: { pct: '0.15', perItem: '0' },
  },
  qr: {
    methodType: 'qr',
    endpoint: { pct: '1.1', perItem: '0' },
    merchant: { pct: '2.2', perItem: '0' },
    subAgent: { pct: '0.3', perItem: '0' },
    middleman: { pct: '0.1', perItem: '0' },
    system: { pct: '0.2', perItem: '0' },
  },
  cvs: {
    methodType: 'cvs',
    endpoint: { pct: '0', perItem: '22' },
    merchant: { pct: '0.8', perItem: '35' },
    subAgent: { pct: '0.1', perItem: '2' },
    middleman: { pct: '0.1', perItem: '0' },
    system: { pct: '0.2', perItem: '0' },
  },
  card: {
    methodType: 'redirect',
    endpoint: { pct: '1.5', perItem: '2' },
    merchant: { pct: '2.8', perItem: '5' },
    subAgent: { pct: '0.3', perItem: '0' },
    middleman: { pct: '0.1', perItem: '0' },
    system: { pct: '0.2', perItem: '0' },
  },
  usdt: {
    methodType: 'redirect',
    endpoint: { pct: '0.3', perItem: '0.2' },
    merchant: { pct: '1', perItem: '0.5' },
    subAgent: { pct: '0.1', perItem: '0' },
    middleman: { pct: '0', perItem: '0' },
    system: { pct: '0.1', perItem: '0' },
  },
  wechat: {
    methodType: 'wechat',
    endpoint: { pct: '1.1', perItem: '0' },
    merchant: { pct: '2.2', perItem: '0' },
    subAgent: { pct: '0.3', perItem: '0' },
    middleman: { pct: '0.1', perItem: '0' },
    system: { pct: '0.2', perItem: '0' },
  },
  private_transfer: {
    methodType: 'bank_transfer',
    endpoint: { pct: '0.2', perItem: '0' },
    merchant: { pct: '1.2', perItem: '10' },
    subAgent: { pct: '0.2', perItem: '1' },
    middleman: { pct: '0.1', perItem: '0' },
    system: { pct: '0.15', perItem: '0' },
  },
  usdt_trc20: {
    methodType: 'crypto',
    endpoint: { pct: '0', perItem: '0' },
    merchant: { pct: '0.9', perItem: '0.5' },
    subAgent: { pct: '0.1', perItem: '0' },
    middleman: { pct: '0', perItem: '0' },
    system: { pct: '0.1', perItem: '0' },
  },
  line_pay: {
    methodType: 'line_pay',
    endpoint: { pct: '1.3', perItem: '0' },
    merchant: { pct: '2.4', perItem: '0' },
    subAgent: { pct: '0.3', perItem: '0' },
    middleman: { pct: '0.1', perItem: '0' },
    system: { pct: '0.2', perItem: '0' },
  },
  jkopay: {
    methodType: 'jkopay',
    endpoint: { pct: '1.3', perItem: '0' },
    merchant: { pct: '2.4', perItem: '0' },
    subAgent: { pct: '0.3', perItem: '0' },
    middleman: { pct: '0.1', perItem: '0' },
    system: { pct: '0.2', perItem: '0' },
  },
};

export interface DemoChannel {
  readonly code: string;
  readonly merchantNo: string;
  readonly alias: Alias;
  readonly min: string;
  readonly max: string;
  /** Share of the merchants' polling; 0 stands by. */
  readonly weight: number;
  readonly priority?: number;
  readonly integerOnly?: true;
  readonly needsPayerName?: true;
  /** Open hours in UTC+8; absent means always. */
  readonly window?: { readonly from: string; readonly to: string };
}

export const demoChannels: readonly DemoChannel[] = [
  {
    code: 'yt-bank-1',
    merchantNo: 'SP10011',
    alias: 'bank_transfer',
    min: '100',
    max: '50000',
    weight: 70,
    integerOnly: true,
    needsPayerName: true,
  },
  {
    code: 'yt-bank-2',
    merchantNo: 'SP10012',
    alias: 'bank_transfer',
    min: '300',
    max: '100000',
    weight: 30,
    integerOnly: true,
    needsPayerName: true,
  },
  { code: 'yt-qr', merchantNo: 'SP10012', alias: 'qr', min: '10', max: '30000', weight: 100 },
  {
    code: 'yt-cvs',
    merchantNo: 'SP10011',
    alias: 'cvs',
    min: '60',
    max: '20000',
    weight: 100,
    integerOnly: true,
  },
  { code: 'yt-card', merchantNo: 'SP10013', alias: 'card', min: '30', max: '200000', weight: 100 },
  {
    code: 'hx-bank',
    merchantNo: 'SP10021',
    alias: 'bank_transfer',
    min: '100',
    max: '80000',
    weight: 100,
    integerOnly: true,
    needsPayerName: true,
  },
  { code: 'hx-qr-1', merchantNo: 'SP10021', alias: 'qr', min: '10', max: '20000', weight: 100 },
  { code: 'hx-qr-2', merchantNo: 'SP10022', alias: 'qr', min: '10', max: '50000', weight: 0 },
  {
    code: 'hx-cvs',
    merchantNo: 'SP10022',
    alias: 'cvs',
    min: '60',
    max: '20000',
    weight: 100,
    integerOnly: true,
  },
  { code: 'hx-card', merchantNo: 'SP10022', alias: 'card', min: '30', max: '150000', weight: 100 },
  {
    code: 'lh-bank',
    merchantNo: 'SP10031',
    alias: 'bank_transfer',
    min: '100',
    max: '100000',
    weight: 100,
    integerOnly: true,
    needsPayerName: true,
    window: { from: '07:00', to: '02:00' },
  },
  { code: 'lh-qr', merchantNo: 'SP10031', alias: 'qr', min: '10', max: '30000', weight: 100 },
  { code: 'lh-card', merchantNo: 'SP10032', alias: 'card', min: '30', max: '200000', weight: 100 },
  { code: 'lh-wechat', merchantNo: 'SP10032', alias: 'wechat', min: '10', max: '30000', weight: 100 },
  { code: 'lh-usdt', merchantNo: 'SP10033', alias: 'usdt', min: '5', max: '20000', weight: 100 },
  {
    code: 'lh-private',
    merchantNo: 'SP10034',
    alias: 'private_transfer',
    min: '100',
    max: '30000',
    weight: 100,
    integerOnly: true,
    needsPayerName: true,
  },
  { code: 'lh-tron', merchantNo: 'SP10035', alias: 'usdt_trc20', min: '5', max: '20000', weight: 100 },
  {
    code: 'lh-line',
    merchantNo: 'SP10036',
    alias: 'line_pay',
    min: '10',
    max: '30000',
    weight: 100,
    integerOnly: true,
  },
  {
    code: 'lh-jko',
    merchantNo: 'SP10037',
    alias: 'jkopay',
    min: '10',
    max: '30000',
    weight: 100,
    integerOnly: true,
  },
];

/** By which the merchants of a tree pay others; one account a senior agent. */
export const demoPayoutAccounts: readonly { readonly merchantNo: string; readonly agent: string }[] = [
  { merchantNo: 'SP20011', agent: 'agent.yitong' },
  { merchantNo: 'SP20021', agent: 'agent.hengxin' },
  { merchantNo: 'SP20031', agent: 'agent.lanhai' },
];

/** What a payout costs on top of it, and between which amounts there is a way for it. */
export const payoutTerms = {
  alias: 'bank_payout',
  endpoint: { pct: '0', perItem: '8' },
  merchant: { pct: '0.1', perItem: '15' },
  subAgent: { pct: '0', perItem: '2' },
  middleman: { pct: '0', perItem: '1' },
  system: { pct: '0', perItem: '1' },
  min: '100',
  max: '200000',
} as const;
