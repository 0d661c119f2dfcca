import { supplyCollection, supplyEffect, supplyOptions } from '@suanpan/contract/endpoints/collection-supply';
import { nextCollectionStatus } from '@suanpan/domain/states/collection';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import type { Approvals } from '../../approvals/index.ts';
import type { Identity } from '../../identity/index.ts';
import { findForActor } from '../find-for-actor.ts';
import { receiptsOfOrder } from '../receipts/receipts.queries.ts';
import type { Collections } from '../service.ts';
import { showSupply, sourcesOf, submitSupply } from './ask-supply.ts';
import { supplyAct } from './supply-act.ts';

/** Orders that a person settles with what was really paid (J3): what can be given, what it would do, and doing it. */
export function bindSupply(
  app: Http,
  collections: Collections,
  identity: Pick<Identity, 'proveStepUp'>,
  approvals: Pick<Approvals, 'register' | 'submit'>,
): void {
  const { db } = collections;
  const supply = approvals.register(supplyAct);

  bindEndpoints(
    app,
    { supplyCollection, supplyEffect, supplyOptions },
    {
      async supplyOptions({ actor }, { id }) {
        const order = await findForActor(collections, actor, id);
        const currency = order.currency as Currency;
        const isOpen = nextCollectionStatus(order.status, 'supply') !== null && !order.is_test;
        const receipts = isOpen ? await receiptsOfOrder(db.app, order.id) : [];
        return {
          order_no: order.order_no,
          currency,
          amount: formatLedger(order.pay_amount, currency),
          sources: isOpen
            ? [...sourcesOf(actor)].filter((source) => source !== 'receipt' || receipts.length > 0)
            : [],
          receipts: receipts.map(({ id: receiptId, left, provider_ref: no, received_at: at }) => ({
            id: String(receiptId),
            no,
            left: formatLedger(left, currency),
            received_at: at.toISOString(),
          })),
        };
      },
      supplyEffect: async ({ actor }, { id, ...asked }) =>
        (await showSupply(collections, actor, await findForActor(collections, actor, id), asked)).shown,
      async supplyCollection(
        context,
        { effect_hash: seen, id, one_code, payment_password, reason, ...asked },
      ) {
        const { actor } = context;
        const order = await findForActor(collections, actor, id);
        const stepUp = await identity.proveStepUp(actor, {
          paymentPassword: payment_password,
          oneCode: one_code,
        });
        const show = () => showSupply(collections, actor, order, asked);
        return submitSupply(approvals, context, supply, show, { reason, seen, stepUp });
      },
    },
  );
}
