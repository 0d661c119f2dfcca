import { errorCode } from '../../src/platform/db/database-error.ts';
import { WholeBatch } from './attempts.ts';
import type { Attempt, AttemptOf, Wanted } from './attempts.ts';
import { accountOf, earlyMoney, releasing, settling } from './legs.ts';
import type { Movement } from './legs.ts';
import { releaseAt } from './prices.ts';

export type Status = 'pending' | 'expired' | 'success' | 'test_supplied' | 'amount_mismatch' | 'abnormal';

/** What is read of an order after a phase: who came first is chance, and all else follows. */
export interface Seen {
  readonly id: bigint;
  readonly key: string;
  readonly amount: bigint;
  readonly status: Status;
  readonly ref: string | null;
  readonly actual: bigint | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly completedAt: Date | null;
  readonly isPlanned: boolean;
}

export interface Order extends Wanted {
  readonly id: bigint;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  status: Status;
  isPlanned: boolean;
  settled: { readonly ref: string; readonly at: Date; readonly releaseAt: Date | null } | null;
  isReleased: boolean;
  /** What the audit log says of it, `act from to`. */
  readonly log: string[];
  readonly news: string[];
}

export interface Receipt {
  readonly key: string;
  readonly amount: bigint;
  readonly reason: string;
}

/** What cannot be told from lost answers is asked for: an unknown outcome is looked up by its key. */
export interface LookUp {
  wasExpired(order: Order): boolean;
  wasBooked(attempt: AttemptOf<'aside'>, order: Order): boolean;
  wasEdited(attempt: AttemptOf<'edit'>): boolean;
}

const isSettled = (status: Status): boolean => status === 'success' || status === 'test_supplied';

/** The books in plain memory: every order, every balance and everything told, as they must stand. */
export class Books {
  readonly orders = new Map<string, Order>();
  readonly balances = new Map<string, bigint>();
  /** By payment: `channel-account reference`. */
  readonly confirmations = new Map<string, { readonly key: string; readonly amount: bigint }>();
  readonly receipts = new Map<string, Receipt>();
  /** Journals of orders, `event key`, and how often a movement without an order was made. */
  readonly journals = new Map<string, Movement>();
  readonly edits: string[] = [];
  /** By account: a payment that was under way at midnight is released after the others of its day. */
  readonly earlyReleases = new Map<string, bigint>();
  /** Early money that waits, `account time`. */
  readonly pool = new Map<string, bigint>();
  readonly wrong: string[] = [];

  private fail(what: string): void {
    this.wrong.push(what);
  }

  private post(movement: Movement): void {
    for (const [account, amount] of movement)
      this.balances.set(account, (this.balances.get(account) ?? 0n) + amount);
  }

  /** Takes in a phase: `isCalm` where no connection was cut, so that every answer came. */
  absorb(attempts: readonly Attempt[], seen: ReadonlyMap<string, Seen>, look: LookUp, isCalm: boolean): void {
    const before = new Map(
      [...this.orders.values()].map(({ isPlanned, key, status }) => [key, { isPlanned, status }]),
    );
    this.takeCreates(attempts, seen, isCalm);
    const touched = new Map<string, Attempt[]>();
    for (const attempt of attempts) {
      const keys = attempt.act === 'expire' ? attempt.keys : 'key' in attempt ? [attempt.key] : [];
      for (const key of keys) touched.set(key, [...(touched.get(key) ?? []), attempt]);
      if (attempt.act === 'edit') this.takeEdit(attempt, look, isCalm);
    }
    for (const [key, own] of touched) {
      const [order, row] = [this.orders.get(key), seen.get(key)];
      // Its creation was cut off, and nobody went on.
      if (!isCalm && order === undefined && row === undefined && own.every(({ answer }) => !answer)) continue;
      if (order === undefined || row === undefined) this.fail(`${key} was touched and is not there`);
      else this.takeOrder(order, row, own, before.get(key)?.status ?? 'pending', look, isCalm);
    }
    for (const [key, own] of touched) {
      const [order, was] = [this.orders.get(key), before.get(key)];
      if (order !== undefined)
        this.judge(order, own, was?.status ?? 'pending', was?.isPlanned ?? false, isCalm);
    }
  }

  private takeCreates(attempts: readonly Attempt[], seen: ReadonlyMap<string, Seen>, isCalm: boolean): void {
    const asked = Map.groupBy(
      attempts.filter((attempt) => attempt.act === 'create'),
      ({ wanted }) => wanted.key,
    );
    for (const [key, creates] of asked) {
      const row = seen.get(key);
      if (row === undefined) {
        if (creates.some(({ answer }) => answer !== undefined)) this.fail(`${key} was answered and is lost`);
        if (isCalm) this.fail(`${key} was not created`);
        continue;
      }
      const known = this.orders.get(key);
      const own = known ?? creates.find(({ wanted }) => wanted.amount === row.amount)?.wanted;
      if (own === undefined || own.amount !== row.amount) {
        this.fail(`${key} is another order than was asked for`);
        continue;
      }
      const born = creates.filter(({ answer }) => answer?.outcome === 'created').length;
      if (born > 1 || (known !== undefined && born > 0) || (isCalm && known === undefined && born === 0))
        this.fail(`${key} was created ${born} times`);
      for (const { answer, error, wanted } of creates) {
        if (answer === undefined && isCalm) this.fail(`${key} was not answered: ${String(error)}`);
        if (answer === undefined) continue;
        if (answer.orderId !== row.id) this.fail(`${key} was answered with another order`);
        if ((answer.outcome === 'conflict') !== (wanted.amount !== row.amount))
          this.fail(`${key} was answered ${answer.outcome}`);
      }
      if (known !== undefined) continue;
      if (row.expiresAt.getTime() - row.createdAt.getTime() !== own.lifetimeS * 1000)
        this.fail(`${key} lives another time`);
      this.orders.set(key, {
        ...own,
        id: row.id,
        createdAt: row.createdAt,
        expiresAt: row.expiresAt,
        status: 'pending',
        isPlanned: false,
        settled: null,
        isReleased: false,
        log: ['collection.create - pending'],
        news: ['collection.created'],
      });
    }
  }

  private takeEdit(attempt: AttemptOf<'edit'>, look: LookUp, isCalm: boolean): void {
    const { change, merchant } = attempt;
    const isDone = attempt.answer ?? (!isCalm && look.wasEdited(attempt));
    // Without cover, or more than was frozen.
    const isRefused = ['23514', 'LG403'].includes(errorCode(attempt.error) ?? '');
    if (isCalm && !isDone && !isRefused) this.fail(`${attempt.word} failed: ${String(attempt.error)}`);
    if (!isDone) return;
    const [free, frozen] = ['L200', 'L220'].map((kind) => accountOf(kind, merchant.id, null, false));
    this.post(
      new Map([
        [free ?? '', -change],
        [frozen ?? '', change],
      ]),
    );
    this.edits.push(`${merchant.id} ${change}`);
  }

  private takeOrder(
    order: Order,
    row: Seen,
    own: readonly Attempt[],
    was: Status,
    look: LookUp,
    isCalm: boolean,
  ): void {
    const { key } = order;
    const of = <A extends Attempt['act']>(act: A) =>
      own.filter((attempt): attempt is AttemptOf<A> => attempt.act === act);
    const [plans, settles, expires, asides] = [of('plan'), of('settle'), of('expire'), of('aside')];
    const wasPlanned = order.isPlanned;
    order.isPlanned ||= row.isPlanned;
    if (row.isPlanned && !wasPlanned && plans.length === 0) this.fail(`${key} was planned by nobody`);
    if (plans.some(({ answer }) => answer === true) && !row.isPlanned) this.fail(`${key} lost its plan`);

    const saidEnded = expires.filter(({ answer }) => answer?.includes(key)).length;
    const lostExpiry = expires.some(({ answer }) => answer === undefined);
    const ended = saidEnded > 0 || (lostExpiry && was === 'pending' && look.wasExpired(order));
    if (saidEnded > 1 || (ended && was !== 'pending')) this.fail(`${key} ended ${saidEnded} times`);
    if (ended) this.move(order, 'expired', 'collection.expire');

    this.takeSettles(order, row, settles, isCalm);
    this.takeAsides(order, row, asides, look, isCalm);
    if (order.status !== row.status) this.fail(`${key} is ${row.status} and should be ${order.status}`);
  }

  /** Holds the answers of a phase against what the order came to. */
  private judge(
    order: Order,
    own: readonly Attempt[],
    was: Status,
    wasPlanned: boolean,
    isCalm: boolean,
  ): void {
    const { key } = order;
    const isUndisturbed =
      was === 'pending' && wasPlanned && own.every(({ act }) => act !== 'expire' && act !== 'aside');
    for (const attempt of own) {
      if (attempt.act === 'plan' || attempt.act === 'expire') {
        if (isCalm && attempt.answer === undefined && attempt.error !== undefined)
          this.fail(`${key}: ${attempt.act} failed: ${String(attempt.error)}`);
      }
      if (attempt.act !== 'settle') continue;
      const { answer, error, paid, ref } = attempt;
      const isRight = paid === order.amount;
      if (answer === undefined) {
        const holder = this.confirmations.get(`${order.merchant.channelAccountId} ${ref}`);
        const isTaken = holder !== undefined && holder.key !== key;
        if (isCalm && error !== undefined && !isTaken && !(error instanceof WholeBatch))
          this.fail(`${key} was not settled: ${String(error)}`);
        continue;
      }
      if (!isRight && (answer === 'settled' || answer === 'already'))
        this.fail(`${key} settled with ${paid}`);
      if (isRight && answer === 'mismatch') this.fail(`${key} did not match what was asked`);
      if (answer === 'already' && !isSettled(order.status)) this.fail(`${key} is not settled already`);
      if (isRight && answer === 'refused' && isUndisturbed) this.fail(`${key} was refused`);
    }
  }

  private move(order: Order, to: Status, act: string): void {
    order.log.push(`${act} ${order.status} ${to}`);
    order.news.push(`collection.${isSettled(to) ? 'succeeded' : to}`);
    order.status = to;
  }

  private takeSettles(
    order: Order,
    row: Seen,
    settles: readonly AttemptOf<'settle'>[],
    isCalm: boolean,
  ): void {
    const { key, merchant } = order;
    const said = settles.filter(({ answer }) => answer === 'settled');
    const isNew = order.settled === null && isSettled(row.status);
    if (!isNew) {
      if (said.length > 0) this.fail(`${key} was said to be settled`);
      return;
    }
    const by = settles.filter(
      ({ answer, late, paid, ref }) =>
        paid === order.amount &&
        ref === row.ref &&
        (late || order.status === 'pending') &&
        (answer === 'settled' || (!isCalm && (answer === undefined || answer === 'already'))),
    );
    if (by.length === 0) this.fail(`${key} was settled by nobody`);
    if (said.length > 1 || (isCalm && said.length === 0))
      this.fail(`${key} was settled ${said.length} times`);
    if (!order.isPlanned || row.completedAt === null) return this.fail(`${key} was settled without a plan`);
    const due = releaseAt(merchant.rule, row.completedAt);
    const isImmediate = due !== null && due <= row.completedAt;
    order.settled = { ref: row.ref ?? '', at: row.completedAt, releaseAt: due };
    this.move(order, order.isTest ? 'test_supplied' : 'success', 'collection.settle');
    this.confirm(merchant.channelAccountId, row.ref ?? '', key, order.amount);
    const movement = settling(merchant, order, isImmediate);
    this.post(movement);
    this.journals.set(`collection.settle ${key}`, movement);
    if (isImmediate) order.isReleased = true;
    else if (merchant.paysEarly) {
      const place = `${accountOf('L202', merchant.id, null, order.isTest)} ${due?.toISOString() ?? 'infinity'}`;
      this.pool.set(place, (this.pool.get(place) ?? 0n) + earlyMoney(merchant, order));
    }
  }

  private confirm(channelAccount: bigint, ref: string, key: string, amount: bigint): void {
    const payment = `${channelAccount} ${ref}`;
    if (this.confirmations.has(payment)) this.fail(`the payment ${payment} counted twice`);
    this.confirmations.set(payment, { key, amount });
  }

  private takeAsides(
    order: Order,
    row: Seen,
    asides: readonly AttemptOf<'aside'>[],
    look: LookUp,
    isCalm: boolean,
  ): void {
    const { key, merchant } = order;
    for (const attempt of asides) {
      const isBooked = attempt.answer ?? (!isCalm && look.wasBooked(attempt, order));
      if (attempt.answer === undefined && isCalm)
        this.fail(`${key} was not set aside: ${String(attempt.error)}`);
      const { paid, reason, ref } = attempt;
      if (!isBooked) continue;
      this.confirm(merchant.channelAccountId, ref, key, paid);
      this.receipts.set(`${merchant.channelAccountId} ${ref}`, { key, amount: paid, reason });
      const movement = new Map([
        [accountOf('A100', null, merchant.channelAccountId, order.isTest), -paid],
        [accountOf('L250', null, null, order.isTest), paid],
      ]);
      this.post(movement);
      this.journals.set(`receipt.arrive ${merchant.channelAccountId} ${ref}`, movement);
      const act = reason === 'abnormal' ? 'collection.setAside' : 'collection.mismatch';
      const isOpen = order.status === 'pending' || order.status === 'expired';
      if (isOpen && row.status === reason && row.actual === paid) this.move(order, reason, act);
      else order.log.push(`${act} - -`);
    }
  }

  /** The night's work was done until nothing was left of it: whatever was due by then is released. */
  releaseUntil(now: Date): void {
    for (const order of this.orders.values()) {
      const due = order.settled?.releaseAt ?? null;
      if (order.settled === null || order.isReleased || due === null || due > now) continue;
      order.isReleased = true;
      const movement = releasing(order.merchant, order);
      this.post(movement);
      if (movement.size > 0) this.journals.set(`collection.release ${order.key}`, movement);
      order.log.push(`collection.release${movement.size > 0 ? '' : 'Empty'} - -`);
    }
    for (const [place, amount] of this.pool) {
      const [kind = '', owner = '', channel = '', book = '', at = ''] = place.split(' ');
      if (at === 'infinity' || new Date(at) > now) continue;
      this.pool.delete(place);
      const account = [kind, owner, channel, book].join(' ');
      this.post(
        new Map([
          [account, -amount],
          [account.replace('L202', 'L200'), amount],
        ]),
      );
      this.earlyReleases.set(account, (this.earlyReleases.get(account) ?? 0n) + amount);
    }
  }
}
