import {
  cancelCheckout,
  chooseMethod,
  claimPaid,
  getCheckout,
  setPayer,
} from '@suanpan/contract/endpoints/checkout';
import { bindEndpoints } from '../../platform/http/bind-endpoints.ts';
import { bindRaw } from '../../platform/http/bind-raw.ts';
import type { Http } from '../../platform/http/create-http.ts';
import type { Module } from '../../platform/module.ts';
import { claimPaid as claim, closeCollection, namePayer } from '../collections/index.ts';
import type { Collections } from '../collections/index.ts';
import type { Risk } from '../risk/index.ts';
import type { Maintenance, MaintenanceSign } from '../settings/index.ts';
import { chooseMethodFor } from './choose-method.ts';
import { formRoute } from './form-route.ts';
import { openForAct, readCheckout } from './read-checkout.ts';

export interface CheckoutDeps {
  readonly collections: Collections;
  readonly risk: Pick<Risk, 'admitPayer'>;
  /** Whether the house is shut; a test opens it for good. */
  readonly maintenance?: Pick<MaintenanceSign, 'current' | 'refuse'>;
}

/** The payer's calls: GET /api/checkout/{t} and its actions, the actions 60 a minute and address. */
export function openCheckout(deps: CheckoutDeps): Module {
  return { bind: (app) => bindCheckout(app, deps) };
}

function bindCheckout(app: Http, { collections, maintenance, risk }: CheckoutDeps): void {
  const sign = (): Maintenance | null => maintenance?.current() ?? null;
  bindEndpoints(
    app,
    { getCheckout, chooseMethod, setPayer, claimPaid, cancelCheckout },
    {
      async getCheckout({ ip, locale }, { t }) {
        await risk.admitPayer(ip, 'looking');
        return readCheckout(collections, t, { ip, locale, sign: sign() });
      },
      async chooseMethod({ ip, locale }, { t, method, name }) {
        await risk.admitPayer(ip, 'paying');
        // What is under way goes on; nothing new begins.
        maintenance?.refuse(locale);
        const order = await openForAct(collections, t, ip);
        await chooseMethodFor(collections, order, { method, name: name ?? null, locale });
        return readCheckout(collections, t, { ip, locale, sign: sign() });
      },
      async setPayer({ ip, locale, requestId }, { t, name }) {
        await risk.admitPayer(ip, 'paying');
        const order = await openForAct(collections, t, ip);
        await namePayer(collections, order.id, { name, requestId });
        return readCheckout(collections, t, { ip, locale, sign: sign() });
      },
      async claimPaid({ ip, locale, requestId }, { t, last5 }) {
        await risk.admitPayer(ip, 'paying');
        const order = await openForAct(collections, t, ip);
        await claim(collections, order.id, { last5: last5 ?? null, requestId });
        return readCheckout(collections, t, { ip, locale, sign: sign() });
      },
      async cancelCheckout({ ip, locale, requestId }, { t }) {
        await risk.admitPayer(ip, 'paying');
        const order = await openForAct(collections, t, ip);
        await closeCollection(collections, order.id, { act: 'collection.cancel', actorId: null, requestId });
        return readCheckout(collections, t, { ip, locale, sign: sign() });
      },
    },
  );
  bindRaw(app, [formRoute(collections, (ip) => risk.admitPayer(ip, 'paying'))]);
}
