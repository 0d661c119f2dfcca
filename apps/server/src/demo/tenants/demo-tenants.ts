import { abilities } from '@suanpan/domain/access/abilities';
import type { Permission } from '@suanpan/domain/access/permissions';
import { presets } from '@suanpan/domain/access/presets';
import type { RoleName } from '@suanpan/domain/access/roles';
import type { Currency } from '@suanpan/money/currency';

/** The demo's cast as a plan: who stands where, and what each is charged. Names stand in demo-names. */

export interface DemoRole {
  readonly key: 'support' | 'clerk' | 'finance';
  /** The user who made it and may grant it. */
  readonly owner: string;
  readonly permissions: readonly Permission[];
}

export interface DemoUser {
  readonly kind: RoleName;
  readonly username: string;
  /** The senior agent or owner above. */
  readonly parent?: string;
  readonly role?: DemoRole['key'];
  readonly permissions?: readonly Permission[];
  readonly brandColor?: string;
  /** Still to bind a second factor. */
  readonly fresh?: true;
}

export interface DemoMerchant {
  readonly username: string;
  readonly agent: string;
  readonly subAgent?: string;
  readonly middleman?: string;
  readonly settleRule: string;
  readonly currency: Currency;
  /** How many orders he has beside the others. */
  readonly volume: number;
  /** round: the same few sums again and again · priced: prices of goods · any: whatever a cart comes to. */
  readonly amounts: 'round' | 'priced' | 'any';
  /** The middle of his amounts, in major units. */
  readonly typical: number;
  /** Added to what his method costs, in percent. */
  readonly surcharge: string;
}

/** The platform lets its demo agents freeze what their merchants hold. */
const agentGrant: readonly Permission[] = [...presets.agent, 'users.list.editFrozen'];

/** Above everybody: made first. */
export const platformUsers: readonly DemoUser[] = [
  { kind: 'admin', username: 'admin.lin' },
  { kind: 'admin', username: 'admin.chen' },
  { kind: 'manager', username: 'manager.wu' },
  { kind: 'manager', username: 'manager.new', fresh: true },
  { kind: 'agent', username: 'agent.yitong', permissions: agentGrant, brandColor: '#0b7285' },
  { kind: 'agent', username: 'agent.hengxin', permissions: agentGrant, brandColor: '#9c36b5' },
  { kind: 'agent', username: 'agent.lanhai', permissions: agentGrant, brandColor: '#1864ab' },
  { kind: 'subAgent', username: 'ga.north', parent: 'agent.yitong' },
  { kind: 'subAgent', username: 'ga.south', parent: 'agent.yitong' },
  { kind: 'subAgent', username: 'ga.central', parent: 'agent.hengxin' },
  { kind: 'subAgent', username: 'ga.east', parent: 'agent.lanhai' },
  { kind: 'subAgent', username: 'ga.harbor', parent: 'agent.lanhai' },
  { kind: 'middleman', username: 'ref.kuo', parent: 'agent.yitong' },
];

const merchant = (
  username: string,
  agent: string,
  settleRule: string,
  more: Partial<DemoMerchant> & Pick<DemoMerchant, 'volume' | 'amounts' | 'typical'>,
): DemoMerchant => ({ username, agent, settleRule, currency: 'TWD', surcharge: '0', ...more });

export const demoMerchants: readonly DemoMerchant[] = [
  merchant('qingniao', 'agent.yitong', 'T1', {
    subAgent: 'ga.north',
    volume: 9,
    amounts: 'priced',
    typical: 620,
  }),
  merchant('shanhai', 'agent.yitong', 'D0', { volume: 8, amounts: 'priced', typical: 380, surcharge: '0.3' }),
  merchant('xingji', 'agent.yitong', 'T1', {
    subAgent: 'ga.south',
    middleman: 'ref.kuo',
    volume: 26,
    amounts: 'round',
    typical: 800,
  }),
  merchant('haorizi', 'agent.yitong', 'T2', {
    middleman: 'ref.kuo',
    volume: 6,
    amounts: 'any',
    typical: 950,
  }),
  merchant('yunduan', 'agent.hengxin', 'T1', { volume: 5, amounts: 'priced', typical: 3200 }),
  merchant('zaojiao', 'agent.hengxin', 'D0', {
    subAgent: 'ga.central',
    volume: 11,
    amounts: 'any',
    typical: 450,
  }),
  merchant('dianjing', 'agent.hengxin', 'T1', {
    volume: 15,
    amounts: 'round',
    typical: 1500,
    surcharge: '0.2',
  }),
  merchant('shuibei', 'agent.hengxin', 'T2', { volume: 3, amounts: 'priced', typical: 880 }),
  merchant('hailan', 'agent.lanhai', 'T2', { subAgent: 'ga.east', volume: 4, amounts: 'any', typical: 5200 }),
  merchant('yuandian', 'agent.lanhai', 'D0', { volume: 4, amounts: 'any', typical: 1800, surcharge: '0.4' }),
  merchant('yueguang', 'agent.lanhai', 'T1', {
    subAgent: 'ga.harbor',
    volume: 7,
    amounts: 'round',
    typical: 1600,
  }),
  merchant('pacific', 'agent.lanhai', 'T1', { currency: 'USDT', volume: 2, amounts: 'any', typical: 60 }),
];

/** Those who work for somebody: made last. */
export const subAccounts: readonly DemoUser[] = [
  { kind: 'staffSub', username: 'support.hsu', parent: 'admin.lin', role: 'support' },
  {
    kind: 'staffSub',
    username: 'staff.yitong',
    parent: 'agent.yitong',
    permissions: [...presets.staffSub, ...abilities.readChannels],
  },
  { kind: 'customerSub', username: 'qingniao.clerk', parent: 'qingniao', role: 'clerk' },
  { kind: 'customerSub', username: 'xingji.finance', parent: 'xingji', role: 'finance' },
];

export const demoRoles: readonly DemoRole[] = [
  {
    key: 'support',
    owner: 'admin.lin',
    permissions: [...presets.staffSub, ...abilities.superviseOrders, ...abilities.readChannels],
  },
  { key: 'clerk', owner: 'qingniao', permissions: [...presets.customerSub, ...abilities.sendCallbacks] },
  {
    key: 'finance',
    owner: 'xingji',
    permissions: [...presets.customerSub, 'withdraws.fee.get', 'payment.balance.get'],
  },
];
