import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import { channelDirections } from '@suanpan/contract/endpoints/channel-row';
import {
  priceEffect,
  priceMatrix,
  priceVersions,
  priceWhatIf,
  pricedParties,
  setPrices,
  withdrawPrice,
} from '@suanpan/contract/endpoints/price-matrix';
import type { PricedParty } from '@suanpan/contract/endpoints/price-matrix';
import { Refusal } from '@suanpan/domain/errors';
import type { Database } from '../../../platform/db/database.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import { answerPage, page } from '../../../platform/http/page.ts';
import type { Module } from '../../../platform/module.ts';
import type { Approvals } from '../../approvals/index.ts';
import { recordAudit } from '../../audit/index.ts';
import { spendStepUp } from '../../identity/index.ts';
import type { Identity } from '../../identity/index.ts';
import { priceWork } from './apply-scheduled.ts';
import { readPrices } from './ask-prices.ts';
import { feeText, keyOf, presentRow, presentVersion } from './present-prices.ts';
import { priceAct } from './price-acts.ts';
import type { PriceTerms } from './price-change.ts';
import {
  countVersions,
  findHouse,
  findVersion,
  listVersions,
  pricedRows,
  scheduledOf,
} from './prices.queries.ts';
import type { Direction, House } from './prices.queries.ts';
import { endVersion } from './prices.store.ts';
import type { SalesByDirection } from './sales-port.ts';
import { tellSales } from './tell-sales.ts';

const lookBackDays = 7;
const termOf: Readonly<Record<PricedParty, keyof PriceTerms>> = {
  merchant_fee: 'merchant',
  sub_agent_fee: 'subAgent',
  middleman_fee: 'middleman',
};
const screens = { collection: 'collectionMethod.customers', payout: 'paymentMethod.customers' } as const;
type Verb = 'get' | 'create' | 'update';

interface PricesDeps {
  readonly db: Database;
  readonly identity: Pick<Identity, 'proveStepUp'>;
  readonly approvals: Pick<Approvals, 'register' | 'submit'>;
  readonly sales: SalesByDirection;
}

/** The prices of merchants: what stands, what a change would bring, changing it, and every version there was. */
export function openPrices({ approvals, db, identity, sales }: PricesDeps): Module {
  const acts = {
    collection: approvals.register(priceAct('collection')),
    payout: approvals.register(priceAct('payout')),
  };

  /** Refuses `forbidden` for whoever has no right to this, and `notFound` for a house that is absent or of another tree. */
  async function houseFor(
    actor: Actor,
    { agent_id: agentId, customer_id: customerId, direction }: Whose,
    verb: Verb,
  ): Promise<House> {
    refuseOutsiders(actor, verb);
    if (!may(actor, direction, verb)) throw new Refusal('forbidden');
    const house = await findHouse(db.app, actor.scope, {
      agentId: agentId === undefined ? undefined : BigInt(agentId),
      customerId: customerId === undefined ? undefined : BigInt(customerId),
    });
    if (house === undefined) throw new Refusal('notFound');
    return house;
  }

  const rowsOf = (house: House, { currency, direction }: Pick<Whose, 'currency' | 'direction'>) =>
    pricedRows(db.app, {
      agentId: house.agent.id,
      customerId: house.customer?.id ?? null,
      currency,
      direction,
    });

  return {
    works: [priceWork],
    bind(app) {
      bindEndpoints(
        app,
        { priceEffect, priceMatrix, priceVersions, priceWhatIf, setPrices, withdrawPrice },
        {
          async priceMatrix({ actor }, input) {
            const house = await houseFor(actor, input, 'get');
            const rows = await rowsOf(house, input);
            const customerIds = [...new Set(rows.map((row) => row.customer_id))];
            const [means, scheduled] = await Promise.all([
              sales[input.direction].means(db.reports, customerIds, input.currency, lookBackDays),
              scheduledOf(db.app, customerIds),
            ]);
            return {
              agent: named(house.agent),
              customer: house.customer && named(house.customer),
              items: rows.map((row) =>
                presentRow(row, {
                  direction: input.direction,
                  means: new Map(means.map((mean) => [keyOf(mean), mean.mean])),
                  scheduled,
                  mayEdit: may(actor, input.direction, 'update'),
                }),
              ),
            };
          },
          async priceEffect({ actor, locale }, input) {
            const house = await houseFor(actor, input, 'update');
            const { changed, hash } = readPrices(locale, house, await rowsOf(house, input), input);
            return {
              effect: changed.flatMap(({ row, wanted }) => {
                const place = { customer: row.customer_name, channel: row.channel, alias: wanted.alias };
                const fees = pricedParties.flatMap((field) => {
                  const after = feeText(wanted.prices[termOf[field]], row.currency);
                  const before = row.prices && feeText(row.prices[termOf[field]], row.currency);
                  return before === after ? [] : [{ ...place, field, before, after }];
                });
                return wanted.allow_loss === row.allow_loss
                  ? fees
                  : [
                      ...fees,
                      {
                        ...place,
                        field: 'allow_loss' as const,
                        before: String(row.allow_loss),
                        after: String(wanted.allow_loss),
                      },
                    ];
              }),
              hash,
            };
          },
          async setPrices(context, input) {
            const { actor, locale } = context;
            const { effect_hash: seen, one_code, payment_password, reason } = input;
            const house = await houseFor(actor, input, 'update');
            if (input.rows.some(({ v }) => v === 0) && !may(actor, input.direction, 'create'))
              throw new Refusal('forbidden');
            const stepUp = await identity.proveStepUp(actor, {
              paymentPassword: payment_password,
              oneCode: one_code,
            });
            const rows = await rowsOf(house, input);
            let read;
            try {
              read = readPrices(locale, house, rows, input);
              if (read.hash !== seen) throw new Refusal('staleEdit');
            } catch (error) {
              if (!(error instanceof Refusal)) throw error;
              return context.once(() => Promise.reject(error));
            }
            return approvals.submit(context, acts[input.direction], read.change, { reason, stepUp });
          },
          async priceVersions({ actor, locale }, input) {
            const house = await houseFor(actor, input, 'get');
            const filter = {
              agentId: house.agent.id,
              customerId: house.customer?.id ?? null,
              direction: input.direction,
              currency: input.currency,
              channelId: input.channel_id === undefined ? undefined : BigInt(input.channel_id),
              id: input.id === undefined ? undefined : BigInt(input.id),
            };
            const [rows, total] = await Promise.all([
              listVersions(db.app, actor.scope, filter, page(input)),
              countVersions(db.app, actor.scope, filter),
            ]);
            const mayEdit = may(actor, input.direction, 'update');
            const items = rows.map((row) => presentVersion(row, locale, mayEdit));
            return answerPage(input, { items, total, summary: {} });
          },
          async withdrawPrice(context, { id, one_code, payment_password, reason }) {
            const { actor, requestId } = context;
            refuseOutsiders(actor, 'update');
            const found = await findVersion(db.app, actor.scope, BigInt(id));
            if (found === undefined || !may(actor, found.direction, 'update')) throw new Refusal('notFound');
            const proven = await identity.proveStepUp(actor, {
              paymentPassword: payment_password,
              oneCode: one_code,
            });
            return context.once(async (tx) => {
              await spendStepUp(tx, proven);
              if (!(await endVersion(tx, found.id, 'withdrawn', null))) throw new Refusal('invalidState');
              await recordAudit(tx, {
                actorId: actor.userId,
                act: `${screens[found.direction]}.update`,
                objectKind: 'user',
                objectId: String(found.customer_id),
                after: { version: id, reason },
                requestId,
              });
              return { state: 'done' as const };
            });
          },
          async priceWhatIf({ actor, locale }, input) {
            const house = await houseFor(actor, input, 'get');
            const rows = await rowsOf(house, input);
            const { change } = readPrices(locale, house, rows, input, { isTried: true });
            const found = await sales[input.direction].under(
              db.reports,
              change.rows,
              input.currency,
              input.days,
            );
            const names = new Map(rows.map((row) => [row.customer_id, row.customer_name]));
            return tellSales(found, names, input.currency);
          },
        },
      );
    },
  };
}

type Whose = Pick<ParsedInputOf<typeof priceMatrix>, 'agent_id' | 'customer_id' | 'direction' | 'currency'>;

const may = ({ permissions }: Actor, direction: Direction, verb: Verb): boolean =>
  permissions.has(`${screens[direction]}.${verb}`);

/** Prices are the platform's and the senior agent's; whoever may see those of neither direction is refused `forbidden`. */
function refuseOutsiders(actor: Actor, verb: Verb): void {
  const { kind } = actor.scope;
  const isInside = kind === 'platform' || kind === 'agent';
  if (!isInside || !channelDirections.some((direction) => may(actor, direction, verb)))
    throw new Refusal('forbidden');
}

const named = ({ id, name }: House['agent']) => ({ id: String(id), name });
