import { ruleNames, velocities } from '@suanpan/contract/endpoints/payout-setting';
import type { PayoutRules, PayoutSetting, VelocityName } from '@suanpan/contract/endpoints/payout-setting';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import type { KeptRules, RuleColumn, RuleOwner, Rules } from './setting.queries.ts';
import { ruleColumns } from './setting.queries.ts';

/** From the smallest amount on, which is every payout. */
export const everyPayout = 1n;

/** In which column each rule stands. */
export const columnOf = {
  min: 'min_amount',
  max: 'max_amount',
  daily_amount: 'daily_amount',
  daily_count: 'daily_count',
  card_daily_count: 'card_daily_count',
  card_daily_amount: 'card_daily_amount',
  dispatch: 'manual_from',
  payee_hour: 'payee_hour_count',
  payee_day: 'payee_day_amount',
  user_hour: 'user_hour_count',
  key_hour: 'key_hour_count',
  merchant_hour: 'merchant_peak_factor',
} as const satisfies Readonly<Record<(typeof ruleNames)[number], RuleColumn>>;

export const velocityNames = Object.keys(velocities) as VelocityName[];

function presentRules(rules: Rules, currency: Currency): PayoutRules {
  const amount = (minor: bigint | null): string | null =>
    minor === null ? null : formatLedger(minor, currency);
  const from = rules.manual_from;
  return {
    min: amount(rules.min_amount),
    max: amount(rules.max_amount),
    daily_amount: amount(rules.daily_amount),
    daily_count: rules.daily_count,
    card_daily_count: rules.card_daily_count,
    card_daily_amount: amount(rules.card_daily_amount),
    dispatch: from === null ? null : from === everyPayout ? 'manual' : 'auto',
    manual_from: from === null ? null : amount(from === everyPayout ? 0n : from),
    velocity: velocityNames.map((name) => {
      const { by, per, sets } = velocities[name];
      const value = rules[columnOf[name]];
      return {
        by,
        per,
        count: sets === 'count' && typeof value === 'number' ? value : null,
        amount: sets === 'amount' && typeof value === 'bigint' ? amount(value) : null,
        factor: sets === 'factor' && typeof value === 'number' ? value : null,
      };
    }),
  };
}

interface Layers {
  /** Null is the platform. */
  readonly owner: RuleOwner | null;
  readonly own: KeptRules;
  /** Of the senior agent above a merchant. */
  readonly tree: KeptRules | null;
  readonly house: KeptRules;
  readonly platformName: string;
}

/** One's own rules, those that hold, and from whom they come: the merchant's, his senior agent's, the platform's. */
export function presentSetting(
  { house, own, owner, platformName, tree }: Layers,
  currency: Currency,
): PayoutSetting {
  const effective = Object.fromEntries(
    ruleColumns.map((column) => [
      column,
      own.rules[column] ?? tree?.rules[column] ?? house.rules[column] ?? null,
    ]),
  ) as unknown as Rules;
  const originOf = (column: RuleColumn): { id: string; name: string } | null => {
    if (own.rules[column] !== null || owner === null) return null;
    const isOfTree = (tree?.rules[column] ?? null) !== null;
    return isOfTree
      ? { id: String(owner.agent_id), name: owner.agent_name }
      : { id: '0', name: platformName };
  };
  return {
    user: owner === null ? null : { id: String(owner.id), name: owner.name },
    currency,
    own: presentRules(own.rules, currency),
    effective: presentRules(effective, currency),
    inherited_from: Object.fromEntries(
      ruleNames.map((name) => [name, originOf(columnOf[name])]),
    ) as PayoutSetting['inherited_from'],
    version: own.version,
  };
}
