import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import * as contract from '@suanpan/contract/endpoints/channel-swaps';
import { Refusal } from '@suanpan/domain/errors';
import { translate, translateError } from '@suanpan/messages/translate';
import { transact } from '../../../platform/db/transact.ts';
import type { Actor, RequestContext } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { answerPage, page } from '../../../platform/http/page.ts';
import type { MerchantChannelsDeps } from '../merchants/merchants-deps.ts';
import { sayLoss } from '../merchants/merchants.routes.ts';
import type { KeptMethod } from '../merchants/merchants.queries.ts';
import { planSwap, swapAct } from './swap-act.ts';
import type { Swap } from './swap-act.ts';
import { countSwaps, listSwaps } from './swaps.queries.ts';
import type { SwappedRow } from './swaps.queries.ts';
import { planUndo, undoAct } from './undo-act.ts';

type Wanted = ParsedInputOf<typeof contract.swapChannelsEffect>;

/** Many merchants go from one channel to another at once, and back; two persons agree to either. */
export function bindSwaps(
  app: Http,
  { approvals, db, identity }: Omit<MerchantChannelsDeps, 'channels'>,
): void {
  const [swap, undo] = [approvals.register(swapAct), approvals.register(undoAct)];

  const prove = (
    { actor }: RequestContext,
    { payment_password, one_code }: { payment_password: string; one_code: string },
  ) => identity.proveStepUp(actor, { paymentPassword: payment_password, oneCode: one_code });

  /** Refuses `notFound` for a swap of another tree. */
  async function find({ scope }: Actor, id: string): Promise<void> {
    const found = await listSwaps(db.app, scope, { id: BigInt(id) }, { offset: 0, limit: 1 });
    if (found.length === 0) throw new Refusal('notFound');
  }

  bindEndpoints(
    app,
    {
      channelSwaps: contract.channelSwaps,
      swapChannelsEffect: contract.swapChannelsEffect,
      swapChannels: contract.swapChannels,
      undoSwapEffect: contract.undoSwapEffect,
      undoSwap: contract.undoSwap,
    },
    {
      async channelSwaps({ actor }, input) {
        const filter = input.direction === undefined ? {} : { direction: input.direction };
        const [rows, total] = await Promise.all([
          listSwaps(db.app, actor.scope, filter, page(input)),
          countSwaps(db.app, actor.scope, filter),
        ]);
        const mayUndo = actor.permissions.has('collectionMethod.customer_c_m_change.undo');
        return answerPage(input, {
          items: rows.map((row) => ({
            id: String(row.id),
            at: row.at.toISOString(),
            direction: row.direction,
            operator: row.operator,
            from: { id: String(row.from_id), name: row.from_name },
            to: { id: String(row.to_id), name: row.to_name },
            affected: row.affected,
            reason: row.reason,
            undone_at: row.undone_at?.toISOString() ?? null,
            actions: mayUndo && row.undone_at === null ? ['undo' as const] : [],
          })),
          total,
          summary: {},
        });
      },

      swapChannelsEffect: (context, input) =>
        transact(db.app, async (tx) => {
          const { affected, forcing, hash, lossy, staying } = await planSwap(
            tx,
            swapOf(context.actor, input),
          );
          return {
            affected: affected.map(({ method }) => named(method)),
            lossy: lossy.map(({ loss, method }) => ({
              ...named(method),
              why:
                loss === null
                  ? translateError(context.locale, 'checkHandlingFee')
                  : sayLoss(context.locale, loss, method.currency),
            })),
            no_limit_overlap: staying.map(({ method, why }) => ({
              ...named(method),
              why:
                why === 'agent'
                  ? translateError(context.locale, 'agentChannelDisabled')
                  : translate(context.locale, 'merchantChannels.states.overlap'),
            })),
            forced: forcing.map(({ customer_id: id, customer_name: name, n, note }) => ({
              customer: { id: String(id), name },
              n,
              note,
            })),
            hash,
          };
        }),

      async swapChannels(context, { effect_hash, one_code, payment_password, reason, ...wanted }) {
        const asked = swapOf(context.actor, wanted);
        const { hash } = await transact(db.app, (tx) => planSwap(tx, asked));
        if (hash !== effect_hash) throw new Refusal('staleEdit');
        const stepUp = await prove(context, { one_code, payment_password });
        return approvals.submit(context, swap, asked, { reason, stepUp });
      },

      async undoSwapEffect({ actor }, { id }) {
        await find(actor, id);
        return transact(db.app, async (tx) => {
          const { changed, hash, rows } = await planUndo(tx, { id });
          return { affected: each(rows), changed: each(changed), hash };
        });
      },

      async undoSwap(context, { effect_hash, id, one_code, payment_password, reason }) {
        await find(context.actor, id);
        const { hash } = await transact(db.app, (tx) => planUndo(tx, { id }));
        if (hash !== effect_hash) throw new Refusal('staleEdit');
        const stepUp = await prove(context, { one_code, payment_password });
        return approvals.submit(context, undo, { id }, { reason, stepUp });
      },
    },
  );
}

/** A swap within the caller's own tree; refuses `forbidden` for whoever has none, and `enterPremiumProxyId`. */
function swapOf(
  { scope }: Actor,
  { alias, direction, from_channel_id, scope: whom, to_channel_id }: Wanted,
): Swap {
  if (scope.kind !== 'platform' && scope.kind !== 'agent') throw new Refusal('forbidden');
  const tree = scope.kind === 'agent' ? String(scope.agentId) : null;
  const limited = whom === 'all' ? null : whom;
  const agentId = limited !== null && 'agent_id' in limited ? limited.agent_id : null;
  if (tree !== null && agentId !== null && agentId !== tree) throw new Refusal('enterPremiumProxyId');
  return {
    tree,
    direction,
    from: from_channel_id,
    to: to_channel_id,
    agent_id: agentId,
    model_id: limited !== null && 'model_id' in limited ? limited.model_id : null,
    customer_ids: limited !== null && 'customer_ids' in limited ? limited.customer_ids : null,
    alias: alias ?? null,
  };
}

const named = ({
  alias,
  customer_id,
  customer_name,
}: Pick<KeptMethod, 'alias' | 'customer_id' | 'customer_name'>) => ({
  customer: { id: String(customer_id), name: customer_name },
  alias,
});

/** Whom the rows are about, each alias of a merchant once. */
function each(rows: readonly SwappedRow[]): ReturnType<typeof named>[] {
  const byName = new Map(rows.map((row) => [`${row.customer_id} ${row.alias}`, named(row)] as const));
  return [...byName.values()];
}
