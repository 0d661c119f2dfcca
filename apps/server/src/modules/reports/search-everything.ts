import type { OutputOf } from '@suanpan/contract/endpoint';
import type { KnownHit, search } from '@suanpan/contract/endpoints/statistics';
import { screenGroups } from '@suanpan/contract/screens/registry';
import type { Permission, RouteName } from '@suanpan/domain/access/permissions';
import { locales } from '@suanpan/messages/locale';
import type { Locale } from '@suanpan/messages/locale';
import { translate } from '@suanpan/messages/translate';
import { formatLedger, readAmount } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { display2 } from '@suanpan/money/display';
import type { Database } from '../../platform/db/database.ts';
import { businessNow } from '../../platform/clock.ts';
import type { ListQuery } from '../../platform/db/list-query.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { OrderFilter } from '../orders/index.ts';
import { listCollections } from '../collections/index.ts';
import type { ListedOrder } from '../collections/index.ts';
import { listPayouts } from '../payouts/index.ts';
import type { ListedPayout } from '../payouts/index.ts';
import { listDefinitions } from '../channels/index.ts';
import type { DefinitionListed } from '../channels/index.ts';
import { listWithdrawals } from '../withdrawals/index.ts';
import type { ListedWithdrawal } from '../withdrawals/index.ts';
import { channelPlace, openChannels } from './channel-place.ts';
import { findUsers, getUsersById } from './search.queries.ts';
import type { FoundUser } from './search.queries.ts';

type Hit = OutputOf<typeof search>['items'][number];

const hitsOfAKind = 10;
/** Amounts have no index: only so much of the newest orders is looked through. */
const amountDays = 7;
const groupedPattern = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/**
 * Whatever somebody pasted: orders by any of their numbers or by an amount of the last days, withdrawals by theirs, users by
 * id or name, channels by name or code, screens by their title in any language.
 * Only what the caller may open, and only of his own tree; an order number that is not his finds nothing.
 */
export async function searchEverything(
  db: Database,
  actor: Actor,
  locale: Locale,
  text: string,
): Promise<Hit[]> {
  const page = { offset: 0, limit: hitsOfAKind };
  const { permissions, scope } = actor;
  const open = openChannels(actor);
  const [orders, payouts, withdrawals, users, channels] = await Promise.all([
    permissions.has('collections.transactions.get') ? findOrders(db, actor, text, listCollections) : [],
    permissions.has('payment.transactions.get') ? findOrders(db, actor, text, listPayouts) : [],
    permissions.has('withdraws.list.get') ? findWithdrawals(db, actor, text) : [],
    permissions.has('users.list.get') ? findUsers(db.app, scope, text, hitsOfAKind) : [],
    open === null ? [] : listDefinitions(db.app, scope, { ...open, search: text }, page),
  ]);
  return [
    ...orders.map((order) => presentOrder(order, locale)),
    ...payouts.map((payout) => presentPayout(payout, locale)),
    ...withdrawals.map((withdrawal) => presentWithdrawal(withdrawal, locale)),
    ...users.map((user) => presentUser(user, locale)),
    ...channels.flatMap((channel) => presentChannel(channel, actor)),
    ...screensTitled(text, actor, locale).slice(0, hitsOfAKind),
  ];
}

/** Orders and users that the caller found before, in the order in which he names them; what he may not see is left out. */
export async function tellKnown(
  db: Database,
  actor: Actor,
  locale: Locale,
  known: readonly KnownHit[],
): Promise<Hit[]> {
  const idsOf = (kind: KnownHit['kind']): bigint[] =>
    known.filter((hit) => hit.kind === kind).map(({ id }) => BigInt(id));
  const [orderIds, payoutIds, userIds] = [idsOf('collection'), idsOf('payout'), idsOf('user')];
  const [withdrawalIds, channelIds] = [idsOf('withdrawal'), idsOf('channel')];
  const sees = (ids: readonly bigint[], right: Permission): boolean =>
    ids.length > 0 && actor.permissions.has(right);
  const pageOf = (ids: readonly bigint[]) => ({ offset: 0, limit: ids.length });
  const one = { offset: 0, limit: 1 };
  const open = openChannels(actor);
  const [orders, payouts, users, withdrawals, channels] = await Promise.all([
    sees(orderIds, 'collections.transactions.get')
      ? listCollections(db.app, actor.scope, { ids: orderIds }, '-created_at', pageOf(orderIds))
      : [],
    sees(payoutIds, 'payment.transactions.get')
      ? listPayouts(db.app, actor.scope, { ids: payoutIds }, '-created_at', pageOf(payoutIds))
      : [],
    sees(userIds, 'users.list.get') ? getUsersById(db.app, actor.scope, userIds) : [],
    sees(withdrawalIds, 'withdraws.list.get')
      ? Promise.all(
          withdrawalIds.map((id) => listWithdrawals(db.app, actor.scope, { id }, '-created_at', one)),
        )
      : [],
    open === null
      ? []
      : Promise.all(channelIds.map((id) => listDefinitions(db.app, actor.scope, { ...open, id }, one))),
  ]);
  const hits = [
    ...orders.map((order) => presentOrder(order, locale)),
    ...payouts.map((payout) => presentPayout(payout, locale)),
    ...users.map((user) => presentUser(user, locale)),
    ...withdrawals.flat().map((withdrawal) => presentWithdrawal(withdrawal, locale)),
    ...channels.flat().flatMap((channel) => presentChannel(channel, actor)),
  ];
  return known.flatMap(({ kind, id }) => hits.find((hit) => hit.kind === kind && hit.id === id) ?? []);
}

/** Orders of one kind, by any of their numbers, or by their amount. */
async function findOrders<Row extends { readonly id: bigint }>(
  db: Database,
  { scope }: Actor,
  text: string,
  list: ListQuery<OrderFilter, Row, never, '-created_at'>['page'],
): Promise<Row[]> {
  const page = { offset: 0, limit: hitsOfAKind };
  const numbered = await list(db.app, scope, { numbers: [text] }, '-created_at', page);
  const millionths = millionthsOf(text);
  if (millionths === undefined) return numbered;
  const now = await businessNow(db.app);
  const amounted = await list(
    db.app,
    scope,
    {
      amountMinMillionths: millionths,
      amountMaxMillionths: millionths,
      createdFrom: new Date(now.getTime() - amountDays * 86_400_000),
    },
    '-created_at',
    page,
  );
  const known = new Set(numbered.map(({ id }) => id));
  return [...numbered, ...amounted.filter(({ id }) => !known.has(id))].slice(0, hitsOfAKind);
}

/** Withdrawals by their own number, or by that of the transfer which paid them. */
async function findWithdrawals(db: Database, { scope }: Actor, text: string): Promise<ListedWithdrawal[]> {
  const page = { offset: 0, limit: hitsOfAKind };
  const [own, paid] = await Promise.all([
    listWithdrawals(db.app, scope, { no: text }, '-created_at', page),
    listWithdrawals(db.app, scope, { thirdPartyNo: text }, '-created_at', page),
  ]);
  return [...own, ...paid.filter(({ id }) => own.every((one) => one.id !== id))];
}

/** A text that is an amount, in the currency with the most decimals: a filter brings it to the scale of each order. */
function millionthsOf(text: string): bigint | undefined {
  return readAmount(groupedPattern.test(text) ? text.replaceAll(',', '') : text, 'USDT') ?? undefined;
}

function presentOrder(order: ListedOrder, locale: Locale): Hit {
  const amount = display2(formatLedger(order.order_amount, order.currency as Currency));
  const status = translate(locale, `statuses.collectionStatus.${order.status}`);
  return {
    kind: 'collection',
    id: String(order.id),
    title: order.order_no,
    detail: `${order.merchant_order_no} · ${amount} ${order.currency} · ${status}`,
    path: `/wrap/collections.transactions?open=${order.id}`,
  };
}

function presentPayout(payout: ListedPayout, locale: Locale): Hit {
  const amount = display2(formatLedger(payout.amount, payout.currency as Currency));
  const status = translate(locale, `statuses.payout.${payout.status}`);
  return {
    kind: 'payout',
    id: String(payout.id),
    title: payout.order_no,
    detail: `${payout.merchant_order_no} · ${amount} ${payout.currency} · ${status}`,
    path: `/wrap/payment.transactions?open=${payout.id}`,
  };
}

function presentWithdrawal(withdrawal: ListedWithdrawal, locale: Locale): Hit {
  const amount = display2(formatLedger(withdrawal.amount, withdrawal.currency));
  const status = translate(locale, `withdrawals.status.${withdrawal.status}`);
  return {
    kind: 'withdrawal',
    id: String(withdrawal.id),
    title: withdrawal.no,
    detail: `${withdrawal.owner_name} · ${amount} ${withdrawal.currency} · ${status}`,
    path: `/wrap/withdraws.list?range=all&no=${withdrawal.no}`,
  };
}

function presentChannel(channel: DefinitionListed, actor: Actor): Hit[] {
  const { channel_id: id, code, direction } = channel;
  const place = channelPlace(actor, { id, named: code, direction, isHeld: true });
  if (place === null) return [];
  return [
    {
      kind: 'channel',
      id: String(id),
      title: channel.name,
      detail: `${code} · ${channel.agent_name} · ${channel.currency}`,
      path: `/wrap/${place.screen}?${new URLSearchParams(place.search).toString()}`,
    },
  ];
}

function presentUser(user: FoundUser, locale: Locale): Hit {
  return {
    kind: 'user',
    id: String(user.id),
    title: user.name,
    detail: `${user.id} · ${user.username} · ${translate(locale, `statuses.role.${user.kind}`)}`,
    path: `/wrap/users.list?search=${user.id}`,
  };
}

function screensTitled(text: string, { permissions }: Actor, locale: Locale): Hit[] {
  const wanted = text.toLowerCase();
  return screenGroups.flatMap((group) =>
    group.screens
      .filter(
        (screen) =>
          permissions.has(screen.permission) && namesOf(screen.name).some((name) => name.includes(wanted)),
      )
      .map((screen) => ({
        kind: 'screen' as const,
        id: screen.name,
        title: titleOf(locale, screen.name),
        detail: translate(locale, `screens.groups.${group.key}` as 'screens.groups.data'),
        path: `/wrap/${screen.name}`,
      })),
  );
}

function namesOf(screen: string): string[] {
  return [screen, ...locales.map((locale) => titleOf(locale, screen))].map((name) => name.toLowerCase());
}

function titleOf(locale: Locale, screen: string): string {
  return translate(locale, `screens.titles.${screen as RouteName}` as 'screens.titles.authority');
}
