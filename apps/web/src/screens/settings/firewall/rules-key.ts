import { firewallBans, firewallRules } from '@suanpan/contract/endpoints/protection';

export const rulesKey = [firewallRules.path];
export const bansKey = [firewallBans.path];
