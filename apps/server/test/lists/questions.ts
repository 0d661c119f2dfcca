import { collectionStatuses } from '@suanpan/domain/states/collection';
import { payoutStages, payoutStatuses, reverseStatuses } from '@suanpan/domain/states/payout';
import type { Dice } from '../fuzz/dice.ts';
import { addresses, amounts, digits, payers } from './acts.ts';

/** An order of either kind as its table has it; what one kind alone has is absent in the other. */
export interface Order {
  readonly id: bigint;
  readonly order_no: string;
  readonly merchant_order_no: string;
  readonly provider_order_no: string | null;
  readonly created_at: Date;
  readonly completed_at: Date | null;
  /** Microseconds since 1970. */
  readonly at: bigint;
  readonly currency: string;
  readonly asked: bigint;
  readonly status: string;
  readonly callback_status: string;
  readonly customer_id: bigint;
  readonly agent_id: bigint;
  readonly sub_agent_id: bigint | null;
  readonly middleman_id: bigint | null;
  readonly channel_id: bigint | null;
  readonly channel_account_id: bigint | null;
  readonly is_test: boolean;
  readonly actual_amount?: bigint | null;
  readonly accounted_amount?: bigint | null;
  readonly fee?: bigint | null;
  readonly real_name?: string | null;
  readonly payer_last5?: string | null;
  readonly request_ip?: string | null;
  readonly merchant_fee?: bigint;
  readonly stage?: string | null;
  readonly reverse_status?: string;
  readonly account_name?: string;
  readonly bank_code?: string;
  readonly failure?: string | null;
}

export type Kind = 'collection' | 'payout';
/** Who asks: which orders are his, and what of them he may know. */
export interface Reader {
  readonly isHis: (order: Order) => boolean;
  readonly seesChain: boolean;
  readonly knowsPeople: boolean;
  /** The general agent that he himself is. */
  readonly subAgentId?: bigint;
}

/** A question on the wire, and which orders answer it. */
export interface Question {
  readonly input: Readonly<Record<string, unknown>>;
  readonly meets: (order: Order, reader: Reader) => boolean;
}

interface Pool {
  readonly orders: readonly Order[];
  readonly customers: readonly bigint[];
  readonly subAgents: readonly bigint[];
  readonly channels: readonly bigint[];
  readonly accounts: readonly bigint[];
}

const dayMs = 86_400_000;
const zoneMs = 8 * 3_600_000;
const millionths = (major: string): bigint => {
  const [whole = '0', part = ''] = major.split('.');
  return BigInt(whole) * 1_000_000n + BigInt(part.padEnd(6, '0'));
};
const askedMillionths = ({ asked, currency }: Order): bigint => (currency === 'USDT' ? asked : asked * 100n);

/** Draws a question of a kind: each part now and then, and with a word that some order answers to. */
export function drawQuestion(dice: Dice, kind: Kind, pool: Pool): Question {
  const pick = <T>(list: readonly T[]): T => {
    const one = list[dice.below(list.length)];
    if (one === undefined) throw new Error('There is nothing to choose from');
    return one;
  };
  const some = pool.orders.length === 0 ? undefined : pick(pool.orders);
  const input: Record<string, unknown> = {};
  const parts: Question['meets'][] = [];
  const ask = (percent: number, draw: () => readonly [object, Question['meets']]): void => {
    if (dice.below(100) >= percent) return;
    const [asked, meets] = draw();
    Object.assign(input, asked);
    parts.push(meets);
  };
  const among =
    (name: keyof Order, wanted: readonly (string | null | undefined)[]): Question['meets'] =>
    (order) =>
      wanted.includes(order[name] as string);

  ask(35, () => {
    const status = dice.some(
      kind === 'collection' ? [...collectionStatuses] : [...payoutStatuses],
      1 + dice.below(3),
    );
    return [{ status }, among('status', status)];
  });
  ask(12, () => {
    const callback_status = dice.some(['not_sent', 'success', 'failed'], 1 + dice.below(2));
    return [
      { callback_status },
      ({ callback_status: is }) => callback_status.includes(is === 'sending' ? 'not_sent' : is),
    ];
  });
  ask(18, () => {
    const channel = pick([0n, ...pool.channels]);
    return [{ channel: String(channel) }, (order) => (order.channel_id ?? 0n) === channel];
  });
  ask(6, () => {
    const account = pick(pool.accounts);
    return [
      { channel_account_id: String(account) },
      (order, { seesChain }) => seesChain && order.channel_account_id === account,
    ];
  });
  ask(15, () => {
    const customer = pick(pool.customers);
    return [{ customer_id: String(customer) }, (order) => order.customer_id === customer];
  });
  ask(8, () => {
    const subAgent = pick([0n, ...pool.subAgents]);
    return [
      { sub_agent_id: String(subAgent) },
      (order, { seesChain, subAgentId }) =>
        (seesChain || subAgentId === subAgent) && (order.sub_agent_id ?? 0n) === subAgent,
    ];
  });
  ask(12, () => {
    const currency = pick(['TWD', 'USD', 'USDT']);
    return [{ currency }, among('currency', [currency])];
  });
  ask(25, () => {
    const [low, high] = [pick(amounts), pick(amounts)];
    const asked = pick([
      { amount_min: low, amount_max: low },
      { amount_min: low },
      { amount_max: high },
      { amount_min: low, amount_max: high },
    ]) as { amount_min?: string; amount_max?: string };
    return [
      asked,
      (order) =>
        (asked.amount_min === undefined || askedMillionths(order) >= millionths(asked.amount_min)) &&
        (asked.amount_max === undefined || askedMillionths(order) <= millionths(asked.amount_max)),
    ];
  });
  ask(60, () => {
    const end = (): Date => {
      const at = (some === undefined ? 0 : pick(pool.orders).created_at.getTime()) + pick([0, 1, -1]);
      const day = Math.floor((at + zoneMs) / dayMs);
      return new Date(pick([at, (day + pick([0, 1])) * dayMs - zoneMs, (day + 1) * dayMs - zoneMs]));
    };
    const [from, to] = [end(), end()].toSorted((one, other) => one.getTime() - other.getTime());
    const asked = pick([
      { created_from: from?.toISOString(), created_to: to?.toISOString() },
      { created_from: from?.toISOString(), created_to: to?.toISOString() },
      { created_from: from?.toISOString() },
      { created_to: to?.toISOString() },
    ]);
    return [asked, ({ at }) => isWithin(at, asked.created_from, asked.created_to)];
  });
  ask(6, () => {
    const completed = pool.orders.flatMap(({ completed_at: at }) => at ?? []);
    const from = completed.length === 0 ? new Date(0) : pick(completed);
    return [{ completed_from: from.toISOString() }, ({ completed_at: at }) => at !== null && at >= from];
  });
  ask(15, () => {
    const isTest = pick([true, false, false]);
    return [{ is_test: isTest }, ({ is_test: is }) => is === isTest];
  });
  ask(6, () => {
    const numbers = dice.some(pool.orders, 3).flatMap((order) => {
      const known = order.status === 'expired' ? null : order.provider_order_no;
      return pick([order.order_no, order.merchant_order_no, known]) ?? [];
    });
    numbers.push('nobody-has-it');
    return [
      { numbers },
      (order) =>
        [order.order_no, order.merchant_order_no, order.provider_order_no].some(
          (number) => number !== null && numbers.includes(number),
        ),
    ];
  });
  if (kind === 'collection') {
    const person =
      (name: 'real_name' | 'payer_last5' | 'request_ip', wanted: string): Question['meets'] =>
      (order, { knowsPeople }) =>
        knowsPeople && order[name] === wanted;
    ask(14, () => {
      const name = pick(payers);
      return [{ real_name: name }, person('real_name', name)];
    });
    ask(10, () => {
      const last5 = pick(digits);
      return [{ last5 }, person('payer_last5', last5)];
    });
    ask(10, () => {
      const request_ip = pick(addresses);
      return [{ request_ip }, person('request_ip', request_ip)];
    });
  } else {
    ask(8, () => {
      const stage = dice.some([...payoutStages], 2);
      return [{ stage }, among('stage', stage)];
    });
    ask(8, () => {
      const reverse_status = dice.some([...reverseStatuses], 1 + dice.below(2));
      return [{ reverse_status }, among('reverse_status', reverse_status)];
    });
    ask(6, () => [
      { account_name: '王小明' },
      (order, { knowsPeople }) => knowsPeople && order.account_name === '王小明',
    ]);
    ask(6, () => [{ failure: 'insufficientBalance' }, among('failure', ['insufficientBalance'])]);
  }
  return { input, meets: (order, reader) => parts.every((part) => part(order, reader)) };
}

function isWithin(at: bigint, from: string | undefined, to: string | undefined): boolean {
  const micros = (iso: string): bigint => BigInt(Date.parse(iso)) * 1_000n;
  return (from === undefined || at >= micros(from)) && (to === undefined || at < micros(to));
}
