import type { GiveModelEffect } from '@suanpan/contract/endpoints/channel-models';
import { Refusal } from '@suanpan/domain/errors';
import type { Tx } from '../../../platform/db/transact.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import type { KeptMethod } from '../merchants/merchants.queries.ts';
import { changeMethod, insertMethod } from '../merchants/methods.store.ts';
import { fingerprintOf, judge, refuseLoss, tell } from '../merchants/method.ts';
import type { Direction, MethodPlace, MethodSettings } from '../merchants/method.ts';
import { itemsOf, keptMethods, listModels, merchantsAmong, placesOf } from './models.queries.ts';
import type { ModelItem, ModelLess } from './models.queries.ts';
import { noteGiven } from './models.store.ts';

export interface Given {
  readonly direction: Direction;
  readonly modelId: bigint;
  readonly customerIds: readonly bigint[];
  readonly keepsOwn: boolean;
}

interface Line {
  readonly kind: 'added' | 'changed' | 'off' | 'kept';
  /** It sets a price that the merchant has not got. */
  readonly isPriced: boolean;
  /** Refuses `checkHandlingFee` for a price by which the senior agent would lose. */
  refuse(): void;
  perform(tx: Tx): Promise<void>;
}

/** What giving a template would do, by what stands now; the rows are kept until the transaction ends. */
export interface GivePlan {
  readonly name: string;
  /** What it holds, in a line each. */
  readonly items: readonly ModelItem[];
  readonly isPriced: boolean;
  readonly effect: GiveModelEffect['effect'];
  readonly hash: string;
  /** Refuses what `perform` refuses of prices. */
  refuse(): void;
  /** Sets the channels, and notes who goes by the template. */
  perform(tx: Tx): Promise<void>;
}

/**
 * Sets the channels of merchants as a template says. Refuses `notFound` for a template or a merchant outside the
 * caller's tree, `agentChannelDisabled` where the senior agent of one may not use a channel of it, and, when it is done,
 * `checkHandlingFee` for a price by which the senior agent would lose.
 */
export async function planGiving(tx: Tx, scope: Scope, given: Given): Promise<GivePlan> {
  const { customerIds, direction, keepsOwn, modelId } = given;
  const wanted = [...new Set(customerIds)];
  const [model] = await listModels(tx, scope, { direction, id: modelId }, { offset: 0, limit: 1 });
  const merchants = await merchantsAmong(tx, scope, wanted);
  if (model === undefined || merchants.length !== wanted.length) throw new Refusal('notFound');
  const items = await itemsOf(tx, [modelId]);
  const places = await placesOf(
    tx,
    scope,
    wanted,
    items.map(({ channel_id }) => channel_id),
  );
  const methods = await keptMethods(tx, scope, direction, wanted, true);
  const plans = merchants.map((merchant) => {
    const own = methods.filter(({ customer_id }) => customer_id === merchant.id);
    const lines = items.map((item) => {
      const place = places.find(
        (each) => each.customer_id === merchant.id && each.channel_id === item.channel_id,
      );
      if (place === undefined) throw new Refusal('agentChannelDisabled');
      return lineOf(
        item,
        place,
        own.find((each) => isSame(each, item)),
        given,
      );
    });
    const beside = own.filter((each) => each.enabled && !items.some((item) => isSame(each, item)));
    return { merchant, lines: [...lines, ...beside.map((each) => besideOf(each, keepsOwn))] };
  });
  const effect = plans.map(({ merchant, lines }) => {
    const count = (kind: Line['kind']): number => lines.filter((line) => line.kind === kind).length;
    return {
      customer: { id: String(merchant.id), name: merchant.name },
      added: count('added'),
      changed: count('changed'),
      off: count('off'),
      kept: count('kept'),
    };
  });
  const lines = plans.flatMap((plan) => plan.lines);
  return {
    name: model.name,
    items,
    isPriced: lines.some((line) => line.isPriced),
    effect,
    hash: fingerprintOf([
      String(modelId),
      model.version,
      keepsOwn,
      effect,
      methods.map((m) => `${m.id}/${m.version}`),
    ]),
    refuse() {
      for (const line of lines) line.refuse();
    },
    async perform(own) {
      for (const line of lines) await line.perform(own);
      await noteGiven(own, direction, modelId, wanted);
    },
  };
}

const unsaid: ModelLess = { enabled: true, allow_loss: false, keeps_payers: false };

/** What a merchant keeps of his own where a template sets the rest; it switches on. */
const besideModel = ({ allow_loss, keeps_payers }: KeptMethod): ModelLess => ({
  enabled: true,
  allow_loss,
  keeps_payers,
});

const kept: Line = { kind: 'kept', isPriced: false, refuse() {}, async perform() {} };

function lineOf(item: ModelItem, place: MethodPlace, own: KeptMethod | undefined, given: Given): Line {
  if (own !== undefined && (given.keepsOwn || isAsSaid(own, item))) return kept;
  const settings: MethodSettings = { ...item, ...unsaid, ...(own && besideModel(own)) };
  return {
    kind: own === undefined ? 'added' : 'changed',
    isPriced: own === undefined || pricesOf(own) !== pricesOf(item),
    refuse() {
      refuseLoss(judge(place, settings, item, given.direction), settings.allow_loss, given.direction);
    },
    async perform(tx) {
      this.refuse();
      if (own === undefined) await insertMethod(tx, place.customer_id, place.channel_id, settings, item);
      else if ((await changeMethod(tx, own.id, own.version, settings, item)) === undefined)
        throw new Refusal('staleEdit');
    },
  };
}

function besideOf(own: KeptMethod, keepsOwn: boolean): Line {
  if (keepsOwn) return kept;
  return {
    kind: 'off',
    isPriced: false,
    refuse() {},
    async perform(tx) {
      if ((await changeMethod(tx, own.id, own.version, { ...own, enabled: false })) === undefined)
        throw new Refusal('staleEdit');
    },
  };
}

/** The prices of either side as one text to compare. */
const pricesOf = (of: KeptMethod | ModelItem): string => {
  const { merchant_fee, middleman_fee, sub_agent_fee } = tell(of, { ...of, ...unsaid }, of);
  return [merchant_fee, sub_agent_fee, middleman_fee].join();
};

const isSame = (
  method: Pick<KeptMethod, 'alias' | 'channel_id'>,
  item: Pick<ModelItem, 'alias' | 'channel_id'>,
): boolean => method.alias === item.alias && method.channel_id === item.channel_id;

/** Whether a merchant's channel is what a template says of it, and switched on. */
function isAsSaid(own: KeptMethod, item: ModelItem): boolean {
  const said = { ...item, ...besideModel(own) };
  return fingerprintOf(tell(own, own, own)) === fingerprintOf(tell(item, said, item));
}

/** The channels in which a merchant is not as his template says: other settings, none, or one beside it. */
export function differencesOf(own: readonly KeptMethod[], items: readonly ModelItem[]): string[] {
  const differing = items.filter((item) => {
    const method = own.find((each) => isSame(each, item));
    return method === undefined || !isAsSaid(method, item);
  });
  const beside = own.filter((each) => each.enabled && !items.some((item) => isSame(each, item)));
  return [...new Set([...differing, ...beside].map(({ channel_name }) => channel_name))];
}

/** A template in figures: its name, and what it sets. */
export function tellModel(name: string, items: readonly ModelItem[]): string {
  const lines = items.map((item) => {
    const {
      allow_loss: _loss,
      enabled: _enabled,
      keeps_payers: _keeps,
      ...facts
    } = tell(item, { ...item, ...unsaid }, item);
    return Object.values(facts).join(' · ');
  });
  return [name, ...lines].join('; ');
}
