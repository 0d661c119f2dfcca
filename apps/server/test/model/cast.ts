import type { TestDatabase } from '../database.ts';
import { createTenant } from '../tenant.ts';
import type { Provider, Tenant } from '../tenant.ts';
import type { Merchant } from './legs.ts';
import type { Price, Prices, SettleRule } from './prices.ts';

const price = (rate: bigint, fixed = 0n): Price => ({ rate, fixed });

const ordinary: Prices = {
  merchant: price(28_000n, 50_000n),
  endpoint: price(15_000n, 20_000n),
  subAgent: price(3_333n),
  middleman: price(1_000n, 1n),
  system: price(2_000n),
};
/** The senior agent pays to trade, so that every order takes from his fee income. */
const losing: Prices = { ...ordinary, merchant: price(9_000n), endpoint: price(12_000n, 10_000n) };

/** A rate of the product is a whole number of hundred-millionths of a percent. */
export const termsOf = (prices: Prices) => {
  const term = ({ rate, fixed }: Price) => ({ pct: rate * 10_000n, perItem: fixed });
  return {
    merchant: term(prices.merchant),
    endpoint: term(prices.endpoint),
    subAgent: term(prices.subAgent),
    middleman: term(prices.middleman),
    system: term(prices.system),
  };
};

async function house(base: TestDatabase, provider: Provider, prices: Prices, isPeriodic: boolean) {
  const agent = isPeriodic ? { system_fee_mode: 'periodic' as const } : {};
  const tenant = await createTenant(base, { provider, terms: termsOf(prices), agent });
  return (rule: SettleRule, more: { isAlone?: true; paysEarly?: true } = {}): Promise<Merchant> =>
    engage(tenant, prices, isPeriodic, rule, more);
}

async function engage(
  tenant: Tenant,
  prices: Prices,
  isPeriodic: boolean,
  rule: SettleRule,
  { isAlone, paysEarly }: { isAlone?: true; paysEarly?: true },
): Promise<Merchant> {
  const subAgentId = isAlone === true ? null : tenant.subAgentId;
  const middlemanId = isAlone === true ? null : tenant.middlemanId;
  const id = await tenant.merchant({
    settle_rule: rule,
    sub_agent_id: subAgentId,
    middleman_id: middlemanId,
    payout_from_unsettled: paysEarly === true,
  });
  const { agentId, channelAccountId, channelId } = tenant;
  return {
    id,
    agentId,
    subAgentId,
    middlemanId,
    channelId,
    channelAccountId,
    rule,
    paysEarly: paysEarly === true,
    isPeriodic,
    prices,
  };
}

/** Merchants of every way in which money can come and wait, under three senior agents. */
export async function makeCast(base: TestDatabase, provider: Provider): Promise<readonly Merchant[]> {
  const [first, second, third] = [
    await house(base, provider, ordinary, false),
    await house(base, provider, ordinary, true),
    await house(base, provider, losing, false),
  ];
  return [
    await first('T1'),
    await first('D0'),
    await first('D1', { paysEarly: true }),
    await first('manual', { isAlone: true }),
    await second('weekly'),
    await second('D1', { isAlone: true }),
    await third('T1'),
    await third('D0', { isAlone: true }),
    await third('D1', { isAlone: true, paysEarly: true }),
  ];
}
