import * as contract from '@suanpan/contract/endpoints/merchant-channels';
import type { ChannelChecks } from '@suanpan/contract/endpoints/merchant-channels';
import { Refusal } from '@suanpan/domain/errors';
import { translateError } from '@suanpan/messages/translate';
import { transact } from '../../../platform/db/transact.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { audit } from '../../audit/index.ts';
import { askSmallQuestion } from '../small-question.ts';
import { checksOf } from './checks.queries.ts';
import type { CheckedChannel } from './checks.queries.ts';
import type { MerchantChannelsDeps } from './merchants-deps.ts';
import { routeOf } from './merchants.present.ts';
import { findMerchant } from './merchants.queries.ts';
import type { Direction } from './method.ts';

/** So slow an answer, and so few of a day in a hundred, make the lamp amber. */
const slowMs = 3_000;
const fewPercent = 95;

/** Whether the providers behind a merchant's channels answer. */
export function bindChecks(app: Http, { channels, db }: Pick<MerchantChannelsDeps, 'channels' | 'db'>): void {
  const handlers = (direction: Direction) => {
    async function find({ actor }: RequestContext, id: string): Promise<bigint> {
      const merchant = await findMerchant(db.app, actor.scope, BigInt(id));
      if (merchant === undefined) throw new Refusal('notFound');
      return merchant.id;
    }
    async function read(context: RequestContext, customerId: bigint): Promise<ChannelChecks> {
      const rows = await checksOf(db.app, customerId, direction);
      return { items: rows.map((row) => present(context, row)) };
    }
    return {
      read: async (context: RequestContext, { id }: { id: string }) => read(context, await find(context, id)),
      async run(context: RequestContext, { id }: { id: string }) {
        const customerId = await find(context, id);
        const rows = await checksOf(db.app, customerId, direction);
        const accounts = new Set(rows.map((row) => row.channel_account_id));
        for (const account of accounts)
          await askSmallQuestion(await channels.open(account), channels.exchangeFor(null, account));
        await transact(db.app, (tx) =>
          audit(tx, context, {
            act: `${routeOf[direction]}.check`,
            objectKind: 'user',
            objectId: String(customerId),
            after: { channel_account: [...accounts].map(String).join(' ') },
          }),
        );
        return read(context, customerId);
      },
    };
  };

  const [collection, payout] = [handlers('collection'), handlers('payout')];
  bindEndpoints(
    app,
    {
      collectionChecks: contract.collectionChecks,
      runCollectionChecks: contract.runCollectionChecks,
      payoutChecks: contract.payoutChecks,
      runPayoutChecks: contract.runPayoutChecks,
    },
    {
      collectionChecks: collection.read,
      runCollectionChecks: collection.run,
      payoutChecks: payout.read,
      runPayoutChecks: payout.run,
    },
  );
}

function lampOf({
  answered,
  asked,
  is_answered,
  ms,
}: CheckedChannel): ChannelChecks['items'][number]['lamp'] {
  if (is_answered === null) return 'grey';
  if (!is_answered) return 'red';
  return (ms ?? 0) > slowMs || answered * 100 < asked * fewPercent ? 'amber' : 'green';
}

function present({ locale }: RequestContext, row: CheckedChannel): ChannelChecks['items'][number] {
  const error = row.outcome === 'timeout' ? 'noResponseAfterTimeout' : 'checkDomainOrSafelist';
  return {
    channel_id: String(row.channel_id),
    channel: row.name,
    lamp: lampOf(row),
    last_at: row.last_at?.toISOString() ?? null,
    ms: row.ms,
    error: row.is_answered === false ? translateError(locale, error) : null,
    uptime_24h: row.asked === 0 ? null : percentOf(row),
  };
}

/** With one decimal, cut. */
function percentOf({ answered, asked }: CheckedChannel): string {
  const perMille = Math.floor((answered * 1_000) / asked);
  return `${Math.floor(perMille / 10)}.${perMille % 10}`;
}
