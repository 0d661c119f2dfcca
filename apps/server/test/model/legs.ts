import { feeOf } from './prices.ts';
import type { Prices, SettleRule } from './prices.ts';

/** A merchant of the model with the chain that earns on him. */
export interface Merchant {
  readonly id: bigint;
  readonly agentId: bigint;
  readonly subAgentId: bigint | null;
  readonly middlemanId: bigint | null;
  readonly channelId: bigint;
  readonly channelAccountId: bigint;
  readonly rule: SettleRule;
  /** His unsettled money may pay others (L202). */
  readonly paysEarly: boolean;
  /** The system fee is claimed from his senior agent once a month. */
  readonly isPeriodic: boolean;
  readonly prices: Prices;
}

/** What a journal does, account by account; the account is `kind owner channel-account book`. */
export type Movement = ReadonlyMap<string, bigint>;

export interface Share {
  readonly amount: bigint;
  readonly isTest: boolean;
}

export interface Split {
  readonly merchantFee: bigint;
  readonly endpointFee: bigint;
  readonly credited: bigint;
}

export const accountOf = (
  kind: string,
  owner: bigint | null,
  channelAccount: bigint | null,
  isTest: boolean,
): string => `${kind} ${owner ?? '-'} ${channelAccount ?? '-'} ${isTest ? 'test' : 'main'}`;

function sharesOf({ prices, subAgentId, middlemanId, isPeriodic }: Merchant, amount: bigint) {
  const merchantFee = feeOf(amount, prices.merchant);
  const endpointFee = feeOf(amount, prices.endpoint);
  const subAgentFee = subAgentId === null ? 0n : feeOf(amount, prices.subAgent);
  const middlemanFee = middlemanId === null ? 0n : feeOf(amount, prices.middleman);
  const systemFee = feeOf(amount, prices.system);
  const residual = merchantFee - endpointFee - subAgentFee - middlemanFee;
  const agentFee = isPeriodic ? residual : residual - systemFee;
  return { merchantFee, endpointFee, subAgentFee, middlemanFee, systemFee, agentFee };
}

export function splitOf(merchant: Merchant, amount: bigint): Split {
  const { merchantFee, endpointFee } = sharesOf(merchant, amount);
  return { merchantFee, endpointFee, credited: amount - merchantFee };
}

const moving = (lines: readonly (readonly [string, bigint])[]): Movement => {
  const sums = new Map<string, bigint>();
  for (const [account, amount] of lines) sums.set(account, (sums.get(account) ?? 0n) + amount);
  return new Map([...sums].filter(([, amount]) => amount !== 0n));
};

/** The money of one paid order, at once where it may be spent or waiting for its day. */
export function settling(merchant: Merchant, { amount, isTest }: Share, isImmediate: boolean): Movement {
  const shares = sharesOf(merchant, amount);
  const { agentId, channelAccountId, middlemanId, subAgentId } = merchant;
  const at = (kind: string, owner: bigint | null = null, channel: bigint | null = null): string =>
    accountOf(kind, owner, channel, isTest);
  const waiting = merchant.paysEarly ? 'L202' : 'L210';
  const earned = isImmediate ? 'L240' : 'L210';
  return moving([
    [at('A100', null, channelAccountId), -amount],
    [at(isImmediate ? 'L200' : waiting, merchant.id), amount - shares.merchantFee],
    [at('L260', null, channelAccountId), shares.endpointFee],
    [at(earned, subAgentId), shares.subAgentFee],
    [at(earned, middlemanId), shares.middlemanFee],
    // A loss is his at once.
    [at(shares.agentFee < 0n ? 'L240' : earned, agentId), shares.agentFee],
    [at('R400'), shares.systemFee],
    [at('A120', agentId), merchant.isPeriodic ? -shares.systemFee : 0n],
  ]);
}

/** What waits of an order goes where it may be spent; early money goes with the pool of its day. */
export function releasing(merchant: Merchant, share: Share): Movement {
  const deferred = settling(merchant, share, false);
  return moving(
    [...deferred].flatMap(([account, amount]): (readonly [string, bigint])[] => {
      const [kind, owner = '-'] = account.split(' ');
      if (kind !== 'L210') return [];
      const to = accountOf(
        owner === String(merchant.id) ? 'L200' : 'L240',
        BigInt(owner),
        null,
        share.isTest,
      );
      return [
        [account, -amount],
        [to, amount],
      ];
    }),
  );
}

/** What an order adds to the pool of early money; nothing where its merchant has none. */
export function earlyMoney(merchant: Merchant, { amount }: Share): bigint {
  return merchant.paysEarly ? amount - feeOf(amount, merchant.prices.merchant) : 0n;
}
