import {
  cancelCheckout,
  chooseMethod,
  claimPaid,
  getCheckout,
  setPayer,
} from '@suanpan/contract/endpoints/checkout';
import { firewallDefaultAttempts, firewallDefaultWindowS } from '@suanpan/domain/limits';
import type { Database } from '../../platform/db/database.ts';
import { bindEndpoints } from '../../platform/http/bind-endpoints.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { createLimiter } from '../../platform/rate-limit.ts';
import { claimPaid as claim, closeCollection, namePayer } from '../collections/index.ts';
import type { Collections } from '../collections/index.ts';
import { addressSubject } from '../identity/index.ts';
import { chooseMethodFor } from './choose-method.ts';
import { openForAct, readCheckout } from './read-checkout.ts';

export interface CheckoutDeps {
  readonly collections: Collections;
  /** For the request limits; a pool with the driver's own types (`driverTypes`). */
  readonly limitPool: Database['pool'];
}

/** Many payers share an address behind a carrier, and each page looks every few seconds. */
const readsPerMinute = 1_200;

/** Opens the payer's calls: GET /api/checkout/{t} and its actions, the actions 60 a minute and address. */
export function bindCheckout(app: Http, { collections, limitPool }: CheckoutDeps): void {
  const windowS = firewallDefaultWindowS;
  const reads = createLimiter(limitPool, { name: 'checkout.read', points: readsPerMinute, windowS });
  const acts = createLimiter(limitPool, { name: 'checkout', points: firewallDefaultAttempts, windowS });
  bindEndpoints(
    app,
    { getCheckout, chooseMethod, setPayer, claimPaid, cancelCheckout },
    {
      async getCheckout({ ip, locale }, { t }) {
        await reads.consume(addressSubject(ip));
        return readCheckout(collections, t, { ip, locale });
      },
      async chooseMethod({ ip, locale }, { t, method, name }) {
        await acts.consume(addressSubject(ip));
        const order = await openForAct(collections, t, ip);
        await chooseMethodFor(collections, order, { method, name: name ?? null, locale });
        return readCheckout(collections, t, { ip, locale });
      },
      async setPayer({ ip, locale, requestId }, { t, name }) {
        await acts.consume(addressSubject(ip));
        const order = await openForAct(collections, t, ip);
        await namePayer(collections, order.id, { name, requestId });
        return readCheckout(collections, t, { ip, locale });
      },
      async claimPaid({ ip, locale, requestId }, { t, last5 }) {
        await acts.consume(addressSubject(ip));
        const order = await openForAct(collections, t, ip);
        await claim(collections, order.id, { last5: last5 ?? null, requestId });
        return readCheckout(collections, t, { ip, locale });
      },
      async cancelCheckout({ ip, locale, requestId }, { t }) {
        await acts.consume(addressSubject(ip));
        const order = await openForAct(collections, t, ip);
        await closeCollection(collections, order.id, { act: 'collection.cancel', actorId: null, requestId });
        return readCheckout(collections, t, { ip, locale });
      },
    },
  );
}
