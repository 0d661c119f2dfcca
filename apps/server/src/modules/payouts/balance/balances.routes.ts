import { payoutBalances, refreshBalance, updateBalance } from '@suanpan/contract/endpoints/payout-balances';
import { Refusal } from '@suanpan/domain/errors';
import { isId } from '@suanpan/domain/ids';
import { translateError } from '@suanpan/messages/translate';
import { formatLedger, readAmount } from '@suanpan/money/amount';
import { transact } from '../../../platform/db/transact.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { answerPage, page } from '../../../platform/http/page.ts';
import { audit } from '../../audit/index.ts';
import type { Payouts } from '../service.ts';
import { presentBalance } from './balances.present.ts';
import { countBalances, listBalances } from './balances.queries.ts';
import type { AccountBalance } from './balances.queries.ts';
import { setLowWater } from './balances.store.ts';
import { checkBalance } from './check-balance.ts';

/** What providers hold for payouts, and from which mark on people are told. */
export function bindPayoutBalances(app: Http, payouts: Payouts): void {
  const { db } = payouts;

  /** Refuses `notFound` for an absent account and for one of another tree alike; a merchant only reads. */
  async function find({ actor: { scope } }: RequestContext, id: string): Promise<AccountBalance> {
    if (scope.kind === 'customer') throw new Refusal('forbidden');
    const [row] = isId(id) ? await listBalances(db.app, scope, { offset: 0, limit: 1 }, BigInt(id)) : [];
    if (row === undefined) throw new Refusal('notFound');
    return row;
  }

  bindEndpoints(
    app,
    { payoutBalances, refreshBalance, updateBalance },
    {
      async payoutBalances({ actor }, asked) {
        const [rows, total] = await Promise.all([
          listBalances(db.app, actor.scope, page(asked)),
          countBalances(db.app, actor.scope),
        ]);
        return answerPage(asked, {
          items: rows.map((row) => presentBalance(row, actor)),
          total,
          summary: {},
        });
      },
      async refreshBalance(context, { id }) {
        const { id: accountId } = await find(context, id);
        await checkBalance(payouts, accountId);
        return presentBalance(await find(context, id), context.actor);
      },
      async updateBalance(context, asked) {
        const row = await find(context, asked.id);
        const lowWater = asked.low_water === null ? null : readMark(context, asked.low_water, row);
        const version = await transact(db.app, async (tx) => {
          const saved = await setLowWater(tx, row.id, lowWater, asked.version);
          if (saved === undefined) throw new Refusal('staleEdit');
          const say = (minor: bigint | null): string | null =>
            minor === null ? null : formatLedger(minor, row.currency);
          await audit(tx, context, {
            act: 'payment.balance.update',
            objectKind: 'channel',
            objectId: String(row.id),
            before: { low_water: say(row.low_water) },
            after: { low_water: say(lowWater), currency: row.currency },
          });
          return saved;
        });
        return { version };
      },
    },
  );
}

function readMark({ locale }: RequestContext, text: string, { currency }: AccountBalance): bigint {
  const mark = readAmount(text, currency);
  if (mark === null) {
    throw new Refusal('invalidAmount', { fields: { low_water: [translateError(locale, 'invalidAmount')] } });
  }
  return mark;
}
