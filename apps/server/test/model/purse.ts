/**
 * What the model knows of a merchant's money beside his payouts: orders of ten thousand, each credited 9,715, and what goes back
 * of them. It imports nothing of the product; amounts are ten-thousandths of a dollar.
 */
export interface Purse {
  available: bigint;
  owed: bigint;
  /** Reserved for refunds. */
  refunding: bigint;
  /** Not settled yet. */
  waiting: bigint;
  frozen: bigint;
  /** Reserved for withdrawals. */
  withdrawing: bigint;
  withdrawals: ModelledWithdrawal[];
  orders: ModelledOrder[];
}

interface ModelledWithdrawal {
  readonly amount: bigint;
  state: 'pending' | 'taken' | 'paid' | 'rejected' | 'reversed';
}

interface ModelledOrder {
  readonly id: bigint;
  /** Its credit waits for its day. */
  waits: boolean;
  /** That day has come; what is on its way back to its payer waits all the same. */
  isDue: boolean;
  /** What of it a refund took while it waited. */
  taken: bigint;
  state: 'paid' | 'preparing' | 'refunding' | 'failed' | 'refunded' | 'chargedBack';
  /** Its provider was asked to pay it back, and has not said what became of it. */
  isWithProvider?: boolean;
  /** The charge-back came after a refund of the whole, and took nothing from the merchant. */
  isSuspended?: boolean;
}

/** What the acts of people come to: done, or refused for what reason. */
export type Said = 'done' | 'poor' | 'owing' | 'impossible' | 'nothing';

export type MoneyAct =
  | {
      readonly kind:
        | 'refund'
        | 'send'
        | 'sendByProvider'
        | 'providerPaid'
        | 'providerFailed'
        | 'confirm'
        | 'failRefund'
        | 'closeRefund'
        | 'chargeBack'
        | 'winBack';
      readonly which: number;
    }
  | {
      readonly kind: 'takeWithdrawal' | 'payWithdrawal' | 'rejectWithdrawal' | 'reverseWithdrawal';
      readonly which: number;
    }
  | { readonly kind: 'adjust'; readonly dollars: number }
  | { readonly kind: 'freeze'; readonly dollars: number }
  | { readonly kind: 'withdraw'; readonly dollars: number };

const dollar = 10_000n;
const gross = 10_000n * dollar;
const credited = 9_715n * dollar;
/** Of the merchant's fee of 285 the end point keeps 152. */
const returned = 133n * dollar;

/** An order was paid, and waits for its day. */
export function collected(purse: Purse, id: bigint): void {
  purse.waiting += credited;
  purse.orders.push({ id, waits: true, isDue: false, taken: 0n, state: 'paid' });
}

export const newPurse = (purse: Purse): Purse => ({
  available: purse.available,
  owed: purse.owed,
  refunding: purse.refunding,
  waiting: purse.waiting,
  frozen: purse.frozen,
  withdrawing: purse.withdrawing,
  withdrawals: purse.withdrawals.map((each) => ({ ...each })),
  orders: purse.orders.map((order) => ({ ...order })),
});

export const chosen = ({ orders }: Pick<Purse, 'orders'>, which: number): ModelledOrder | undefined =>
  ofWhich(orders, which);

/** Days pass: what waits and is free becomes available, and repays first what is owed. */
export function nightOf(purse: Purse): void {
  for (const order of purse.orders) {
    order.isDue = true;
    if (order.waits && order.state !== 'preparing' && order.state !== 'refunding') release(purse, order);
  }
}

function release(purse: Purse, order: ModelledOrder): void {
  const left = credited - order.taken;
  order.waits = false;
  purse.waiting -= left;
  const repaid = purse.owed < left ? purse.owed : left;
  purse.owed -= repaid;
  purse.available += left - repaid;
}

/** What becomes of a withdrawal: it is taken in hand, and paid, sent away or brought back. */
function decide(purse: Purse, act: Extract<MoneyAct['kind'], `${string}Withdrawal`>, which: number): Said {
  const wanted = ofWhich(purse.withdrawals, which);
  if (wanted === undefined) return 'nothing';
  const from = {
    takeWithdrawal: 'pending',
    payWithdrawal: 'taken',
    rejectWithdrawal: 'taken',
    reverseWithdrawal: 'paid',
  } as const;
  if (wanted.state !== from[act]) return 'nothing';
  switch (act) {
    case 'takeWithdrawal':
      wanted.state = 'taken';
      return 'done';
    case 'payWithdrawal':
      if (purse.owed > 0n) return 'owing';
      purse.withdrawing -= wanted.amount;
      wanted.state = 'paid';
      return 'done';
    case 'rejectWithdrawal':
      purse.withdrawing -= wanted.amount;
      purse.available += wanted.amount;
      wanted.state = 'rejected';
      return 'done';
    case 'reverseWithdrawal':
      purse.available += wanted.amount;
      wanted.state = 'reversed';
      return 'done';
  }
}

export const ofWhich = <One>(all: readonly One[], which: number): One | undefined =>
  all[which % Math.max(1, all.length)];

/** Does it to the model; answers what the product has to say. */
export function predict(purse: Purse, act: MoneyAct): Said {
  if (act.kind === 'adjust') {
    const change = BigInt(act.dollars) * dollar;
    if (change < 0n && (purse.owed > 0n || purse.available < -change)) return 'poor';
    purse.available += change;
    return 'done';
  }
  if (act.kind === 'freeze') {
    const change = BigInt(act.dollars) * dollar;
    if (change > 0n ? purse.available < change : purse.frozen < -change) return 'poor';
    purse.available -= change;
    purse.frozen += change;
    return 'done';
  }
  if (act.kind === 'withdraw') {
    const amount = BigInt(act.dollars) * dollar;
    if (purse.owed > 0n) return 'owing';
    if (purse.available < amount) return 'poor';
    purse.available -= amount;
    purse.withdrawing += amount;
    purse.withdrawals.push({ amount, state: 'pending' });
    return 'done';
  }
  if (
    act.kind === 'takeWithdrawal' ||
    act.kind === 'payWithdrawal' ||
    act.kind === 'rejectWithdrawal' ||
    act.kind === 'reverseWithdrawal'
  ) {
    return decide(purse, act.kind, act.which);
  }
  const order = chosen(purse, act.which);
  if (order === undefined) return 'nothing';
  switch (act.kind) {
    case 'refund': {
      if (order.state !== 'paid') return 'impossible';
      const own = order.waits ? credited : 0n;
      if (purse.available < gross - own) return 'poor';
      purse.available -= gross - own;
      purse.waiting -= own;
      purse.refunding += gross;
      order.taken = own;
      order.state = 'preparing';
      return 'done';
    }
    case 'send':
    case 'sendByProvider':
      if (order.state !== 'preparing') return 'nothing';
      order.state = 'refunding';
      order.isWithProvider = act.kind === 'sendByProvider';
      return 'done';
    case 'providerPaid':
    case 'confirm':
      if (order.state !== 'refunding') return 'nothing';
      if (act.kind === 'providerPaid' && order.isWithProvider !== true) return 'nothing';
      order.isWithProvider = false;
      purse.refunding -= gross;
      purse.available += returned;
      order.state = 'refunded';
      return 'done';
    case 'providerFailed':
    case 'failRefund': {
      if (order.state !== 'preparing' && order.state !== 'refunding') return 'nothing';
      // While the provider has it nobody else gives the money back.
      if ((act.kind === 'providerFailed') !== (order.isWithProvider === true)) return 'nothing';
      order.isWithProvider = false;
      purse.refunding -= gross;
      purse.available += gross - order.taken;
      purse.waiting += order.taken;
      order.taken = 0n;
      order.state = 'failed';
      if (order.waits && order.isDue) release(purse, order);
      return 'done';
    }
    case 'closeRefund':
      if (order.state !== 'failed') return 'nothing';
      order.state = 'paid';
      return 'done';
    case 'chargeBack': {
      if (order.state === 'refunded') {
        // The merchant has paid it back already.
        order.state = 'chargedBack';
        order.isSuspended = true;
        return 'done';
      }
      if (order.state !== 'paid') return 'impossible';
      let due = gross;
      if (order.waits) {
        due -= credited;
        purse.waiting -= credited;
        order.taken = credited;
      }
      const paid = purse.available < due ? purse.available : due;
      purse.available -= paid;
      due -= paid;
      const repaid = due < returned ? due : returned;
      purse.owed += due - repaid;
      purse.available += returned - repaid;
      order.state = 'chargedBack';
      order.isSuspended = false;
      return 'done';
    }
    case 'winBack': {
      if (order.state !== 'chargedBack') return 'nothing';
      // Its refund of the whole stands, and the money leaves the suspense.
      if (order.isSuspended === true) {
        order.state = 'refunded';
        return 'done';
      }
      const net = gross - returned;
      const repaid = purse.owed < net ? purse.owed : net;
      purse.owed -= repaid;
      purse.available += net - repaid;
      // Nothing of it waits any more.
      order.waits = false;
      order.taken = 0n;
      order.state = 'paid';
      return 'done';
    }
  }
}
