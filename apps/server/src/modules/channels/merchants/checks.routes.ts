import * as contract from '@suanpan/contract/endpoints/merchant-channels';
import type { ChannelChecks } from '@suanpan/contract/endpoints/merchant-channels';
import { Refusal } from '@suanpan/domain/errors';
import { channelAskRestS, channelProbeEveryS } from '@suanpan/domain/limits';
import { translateError } from '@suanpan/messages/translate';
import { transact } from '../../../platform/db/transact.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { audit } from '../../audit/index.ts';
import { probeAccount } from '../health/probe-channels.ts';
import { isLate } from '../test-call.ts';
import { checksOf } from './checks.queries.ts';
import type { CheckedChannel } from './checks.queries.ts';
import type { MerchantChannelsDeps } from './merchants-deps.ts';
import { routeOf } from './merchants.present.ts';
import { findMerchant } from './merchants.queries.ts';
import type { Direction } from './method.ts';

/** Whether the providers behind a merchant's channels answer: what the clock asked of them, and what a person asks now. */
export function bindChecks(app: Http, { channels, db }: Pick<MerchantChannelsDeps, 'channels' | 'db'>): void {
  const handlers = (direction: Direction) => {
    async function find({ actor }: RequestContext, id: string): Promise<bigint> {
      const merchant = await findMerchant(db.app, actor.scope, BigInt(id));
      if (merchant === undefined) throw new Refusal('notFound');
      return merchant.id;
    }
    async function read(context: RequestContext, customerId: bigint): Promise<ChannelChecks> {
      const rows = await checksOf(db.app, context.actor.scope, customerId, direction);
      return { items: rows.map((row) => present(context, row)) };
    }
    /** A provider that counts questions about orders it does not know is asked by nobody more often than by the clock. */
    function isRested({ driver, rested_s: rested }: CheckedChannel): boolean {
      const least = channels.unprobed().includes(driver) ? channelProbeEveryS : channelAskRestS;
      return rested === null || rested >= least;
    }
    return {
      read: async (context: RequestContext, { id }: { id: string }) => read(context, await find(context, id)),
      async run(context: RequestContext, { id }: { id: string }) {
        const customerId = await find(context, id);
        const rows = await checksOf(db.app, context.actor.scope, customerId, direction);
        const asked = rows.filter((row) => row.is_asked && isRested(row));
        const accounts = [...new Set(asked.map((row) => row.channel_account_id))];
        await Promise.all(accounts.map((account) => probeAccount({ channels, db }, account)));
        await transact(db.app, (tx) =>
          audit(tx, context, {
            act: `${routeOf[direction]}.check`,
            objectKind: 'user',
            objectId: String(customerId),
            after: { channel_account: accounts.map(String).join(' ') },
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

function present({ locale }: RequestContext, row: CheckedChannel): ChannelChecks['items'][number] {
  return {
    channel_id: String(row.channel_id),
    channel: row.name,
    lamp: row.lamp,
    last_at: row.last_at?.toISOString() ?? null,
    ms: row.ms,
    error:
      row.error === null
        ? null
        : translateError(locale, isLate(row.error) ? 'noResponseAfterTimeout' : 'checkDomainOrSafelist'),
    uptime_24h: row.uptime_24h,
  };
}
