import { prefundBalance } from '@suanpan/contract/endpoints/payout-balances';
import { Refusal } from '@suanpan/domain/errors';
import { isId } from '@suanpan/domain/ids';
import { readOrderAmount } from '@suanpan/domain/order-amount';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import type { Approvals } from '../../approvals/index.ts';
import type { Identity } from '../../identity/index.ts';
import type { Payouts } from '../service.ts';
import { listBalances } from './balances.queries.ts';
import { prefundAct } from './prefund.ts';

/** J20: what the platform paid a provider in advance is entered, and a second person agrees. */
export function bindPrefund(
  app: Http,
  { db }: Pick<Payouts, 'db'>,
  identity: Pick<Identity, 'proveStepUp'>,
  approvals: Pick<Approvals, 'register' | 'submit'>,
): void {
  const prefund = approvals.register(prefundAct);

  bindEndpoints(
    app,
    { prefundBalance },
    {
      async prefundBalance(context, { amount, id, one_code, payment_password, reason, transfer_ref }) {
        const { scope } = context.actor;
        // It is the platform's bank that pays.
        if (scope.kind !== 'platform') throw new Refusal('forbidden');
        const [row] = isId(id) ? await listBalances(db.app, scope, { offset: 0, limit: 1 }, BigInt(id)) : [];
        if (row === undefined) throw new Refusal('notFound');
        const minor = readOrderAmount(amount, row.currency);
        const stepUp = await identity.proveStepUp(context.actor, {
          paymentPassword: payment_password,
          oneCode: one_code,
        });
        const payload = { channel_account_id: String(row.id), amount: String(minor), transfer_ref };
        return approvals.submit(context, prefund, payload, { reason, stepUp });
      },
    },
  );
}
