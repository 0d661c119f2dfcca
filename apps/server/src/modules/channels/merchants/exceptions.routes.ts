import type { OutputOf, ParsedInputOf } from '@suanpan/contract/endpoint';
import * as contract from '@suanpan/contract/endpoints/merchant-channels';
import { Refusal } from '@suanpan/domain/errors';
import { foldName } from '@suanpan/domain/names/fold-name';
import { typedAmount } from '@suanpan/domain/typed-amount';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Actor, RequestContext, Scope } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { audit } from '../../audit/index.ts';
import { windowsOf } from '../present-channel.ts';
import { merchantExceptions } from './exceptions.queries.ts';
import type { MerchantException } from './exceptions.queries.ts';
import { lockExceptions, replaceExceptions } from './exceptions.store.ts';
import type { NewException } from './exceptions.store.ts';
import type { MerchantChannelsDeps } from './merchants-deps.ts';
import { routeOf } from './merchants.present.ts';
import { findMerchant, methodsOf } from './merchants.queries.ts';
import { readWindows, tellWindows } from './method.ts';
import type { Direction } from './method.ts';

type Answer = OutputOf<typeof contract.collectionExceptions>;
type Asked = ParsedInputOf<typeof contract.setCollectionExceptions>;
/** Of each channel of the merchant: what it is called, and in what its amounts are counted. */
type Names = ReadonlyMap<bigint, { readonly name: string; readonly currency: Currency }>;

/** Rules that overrule a merchant's polling: the first whose conditions hold forces a channel or keeps one away. */
export function bindExceptions(app: Http, { db }: Pick<MerchantChannelsDeps, 'db'>): void {
  const handlers = (direction: Direction) => {
    async function find({ actor }: RequestContext, id: string) {
      const merchant = await findMerchant(db.app, actor.scope, BigInt(id));
      if (merchant === undefined) throw new Refusal('notFound');
      return merchant;
    }

    async function namesOf(of: Kysely<Tables>, scope: Scope, customerId: bigint): Promise<Names> {
      const methods = await methodsOf(of, scope, [customerId], { direction });
      return new Map(methods.map(({ channel_id, currency, name }) => [channel_id, { currency, name }]));
    }

    async function answer(
      of: Kysely<Tables>,
      { scope }: Actor,
      merchant: { id: bigint; currency: Currency },
    ): Promise<Answer> {
      const [rules, names] = [
        await merchantExceptions(of, merchant.id, direction),
        await namesOf(of, scope, merchant.id),
      ];
      return {
        currency: merchant.currency,
        items: rules.map((rule) => present(rule, names, merchant.currency)),
        v: versionOf(rules),
      };
    }

    return {
      read: async (context: RequestContext, { id }: { id: string }) =>
        answer(db.app, context.actor, await find(context, id)),
      async set(context: RequestContext, { id, items, v }: Asked) {
        const merchant = await find(context, id);
        return transact(db.app, async (tx) => {
          await lockExceptions(tx, merchant.id);
          const before = await merchantExceptions(tx, merchant.id, direction);
          if (versionOf(before) !== v) throw new Refusal('staleEdit');
          const names = await namesOf(tx, context.actor.scope, merchant.id);
          const rules = items
            .toSorted((one, other) => one.n - other.n)
            .map((item) => readRule(item, merchant.id, names));
          await replaceExceptions(tx, merchant.id, direction, rules);
          const after = await merchantExceptions(tx, merchant.id, direction);
          await audit(tx, context, {
            act: `${routeOf[direction]}.exceptions`,
            objectKind: 'user',
            objectId: String(merchant.id),
            before: { rule: tellRules(before) },
            after: { rule: tellRules(after) },
          });
          return answer(tx, context.actor, merchant);
        });
      },
    };
  };

  const [collection, payout] = [handlers('collection'), handlers('payout')];
  bindEndpoints(
    app,
    {
      collectionExceptions: contract.collectionExceptions,
      setCollectionExceptions: contract.setCollectionExceptions,
      payoutExceptions: contract.payoutExceptions,
      setPayoutExceptions: contract.setPayoutExceptions,
    },
    {
      collectionExceptions: collection.read,
      setCollectionExceptions: collection.set,
      payoutExceptions: payout.read,
      setPayoutExceptions: payout.set,
    },
  );
}

/** Every list that is saved has numbers of its own: the greatest is its version, and no list is 0. */
function versionOf(rules: readonly MerchantException[]): number {
  // Not money: a row's number.
  return Number(rules.reduce((most, { id }) => (id > most ? id : most), 0n));
}

function readRule(
  { channel_id, if: when, note, then, until }: Asked['items'][number],
  customerId: bigint,
  names: Names,
): NewException {
  const channelId = BigInt(channel_id);
  const channel = names.get(channelId);
  if (channel === undefined) throw new Refusal('notFound');
  if (when.customer_id !== undefined && BigInt(when.customer_id) !== customerId)
    throw new Refusal('notFound');
  const amount = (text: string | undefined): bigint | null =>
    text === undefined ? null : typedAmount(text, channel.currency);
  const [amountMin, amountMax] = [amount(when.amount_min), amount(when.amount_max)];
  if (amountMin !== null && amountMax !== null && amountMax < amountMin)
    throw new Refusal('amountOutOfRange');
  const payer = when.payer === undefined ? null : foldName(when.payer);
  if (payer === '') throw new Refusal('fillCompleteData');
  return {
    amountMin,
    amountMax,
    payer,
    hours: when.window === undefined ? null : (readWindows([when.window])[0] ?? null),
    act: then,
    channelId,
    until: until === undefined ? null : new Date(until),
    note,
  };
}

function present(rule: MerchantException, names: Names, fallback: Currency): Answer['items'][number] {
  const channel = names.get(rule.channel_id);
  const money = (minor: bigint): string => formatLedger(minor, channel?.currency ?? fallback);
  const [window] = rule.hours === null ? [] : windowsOf([rule.hours]);
  return {
    n: rule.n,
    if: {
      ...(rule.amount_min !== null && { amount_min: money(rule.amount_min) }),
      ...(rule.amount_max !== null && { amount_max: money(rule.amount_max) }),
      ...(rule.payer !== null && { payer: rule.payer }),
      ...(window !== undefined && { window }),
    },
    then: rule.act,
    channel_id: String(rule.channel_id),
    channel: channel?.name ?? String(rule.channel_id),
    ...(rule.until !== null && { until: rule.until.toISOString() }),
    note: rule.note,
  };
}

/** Rules in the log: whom they are about is not said. */
function tellRules(rules: readonly MerchantException[]): string {
  return rules
    .map(({ act, amount_max, amount_min, channel_id, hours, n, payer, until }) =>
      [
        `${n}.`,
        ...(amount_min === null && amount_max === null ? [] : [`${amount_min ?? ''}–${amount_max ?? ''}`]),
        ...(payer === null ? [] : ['***']),
        ...(hours === null ? [] : [tellWindows([hours])]),
        `${act} ${channel_id}`,
        ...(until === null ? [] : [`< ${until.toISOString()}`]),
      ].join(' '),
    )
    .join('; ');
}
