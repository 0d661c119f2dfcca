import { hash } from 'node:crypto';
import { collectionAgents, payoutAgents } from '@suanpan/contract/endpoints/agent-channels';
import type { AgentChannels } from '@suanpan/contract/endpoints/agent-channels';
import { Refusal } from '@suanpan/domain/errors';
import type { Currency } from '@suanpan/money/currency';
import { businessNow } from '../../../platform/clock.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import type { Locale } from '../../../platform/http/locale.ts';
import { answerPage, page } from '../../../platform/http/page.ts';
import type { ApprovalEffect } from '../../approvals/index.ts';
import { audit } from '../../audit/index.ts';
import { spendStepUp } from '../../identity/index.ts';
import type { ChannelDeskDeps } from '../desk-deps.ts';
import { readPrice } from '../definitions/channel-change.ts';
import { agentActs, effectOf, isAnotherFee, lockOpen, priceText } from './agent-acts.ts';
import type { AgentTerms } from './agent-terms.ts';
import { channelsOfAgents, countAgents, listAgents, lockUse, ratesOfBindings } from './agents.queries.ts';
import { presentAgentChannels } from './agents.present.ts';
import { dropUse, saveUse } from './agents.store.ts';

/** What senior agents have of their own channels, and what the platform takes of them: the platform sets it, they read it. */
export function bindAgentChannels(app: Http, deps: ChannelDeskDeps): void {
  bindAgents(app, deps, collectionAgents, {
    kind: 'collectionAgents',
    direction: 'collection',
    route: 'collectionMethod.agents',
  });
  bindAgents(app, deps, payoutAgents, {
    kind: 'payoutAgents',
    direction: 'payout',
    route: 'paymentMethod.agents',
  });
}

interface Side {
  readonly kind: 'collectionAgents' | 'payoutAgents';
  readonly direction: 'collection' | 'payout';
  readonly route: 'collectionMethod.agents' | 'paymentMethod.agents';
}

interface Proof {
  readonly payment_password: string;
  readonly one_code: string;
}

function bindAgents(
  app: Http,
  { approvals, db, identity }: ChannelDeskDeps,
  endpoints: AgentChannels,
  { direction, kind, route }: Side,
): void {
  const acts = agentActs(kind, direction);
  const opening = approvals.register(acts.open);
  const pricing = approvals.register(acts.price);

  const prove = ({ actor }: RequestContext, { one_code, payment_password }: Proof) =>
    identity.proveStepUp(actor, { paymentPassword: payment_password, oneCode: one_code });

  /** The terms as they were typed, in the currency of a channel of his own; `notFound` for another's. */
  async function termsOf(
    { locale }: RequestContext,
    asked: {
      readonly agent_id: string;
      readonly channel_id: string;
      readonly system_fee: { readonly pct: string; readonly per_item: string };
      readonly enabled: boolean;
    },
  ): Promise<AgentTerms> {
    const use = await transact(db.app, (tx) => lockUse(tx, BigInt(asked.agent_id), BigInt(asked.channel_id)));
    if (use?.direction !== direction) throw new Refusal('notFound');
    return { ...readFee(locale, use.currency, asked.system_fee), enabled: asked.enabled };
  }

  bindEndpoints(app, endpoints, {
    async list({ actor }, input) {
      const filter = {
        direction,
        ...(input.search !== undefined && { search: input.search }),
        ...(input.method_id !== undefined && { channelId: BigInt(input.method_id) }),
      };
      const [agents, total, at] = await Promise.all([
        listAgents(db.app, actor.scope, filter, page(input)),
        countAgents(db.app, actor.scope, filter),
        businessNow(db.app),
      ]);
      const ids = agents.map(({ id }) => id);
      const [methods, bindings] = await Promise.all([
        channelsOfAgents(db.app, ids, filter),
        ratesOfBindings(db.app, ids, filter),
      ]);
      return answerPage(input, {
        items: agents.map((agent) => presentAgentChannels(agent, actor, { at, bindings, methods, route })),
        total,
        summary: {},
      });
    },
    async open(context, input) {
      refuseOthers(context);
      const terms = await termsOf(context, input);
      const stepUp = await prove(context, input);
      const payload = { agent_id: input.agent_id, channel_id: input.channel_id, terms };
      return approvals.submit(context, opening, payload, { reason: input.reason, stepUp });
    },
    async effect(context, input) {
      refuseOthers(context);
      const terms = await termsOf(context, input);
      const { rows } = await transact(db.app, async (tx) =>
        effectOf(tx, await lockOpen(tx, input.agent_id, input.channel_id, input.v, direction), terms),
      );
      return { effect: [...rows], hash: hashOf(input, rows) };
    },
    async update(context, input) {
      refuseOthers(context);
      const { agent_id: agentId, channel_id: channelId, v } = input;
      const terms = await termsOf(context, input);
      const stepUp = await prove(context, input);
      const { isPriced, rows } = await transact(db.app, async (tx) => {
        const use = await lockOpen(tx, agentId, channelId, v, direction);
        return { isPriced: isAnotherFee(use, terms), rows: (await effectOf(tx, use, terms)).rows };
      });
      if (hashOf(input, rows) !== input.effect_hash) throw new Refusal('staleEdit');
      if (isPriced) {
        const payload = { agent_id: agentId, channel_id: channelId, version: v, terms };
        return approvals.submit(context, pricing, payload, { reason: input.reason, stepUp });
      }
      return context.once(async (tx) => {
        await spendStepUp(tx, stepUp);
        const use = await lockOpen(tx, agentId, channelId, v, direction);
        if (!(await saveUse(tx, use.agent_id, use.channel_id, v, terms))) throw new Refusal('staleEdit');
        await audit(tx, context, {
          act: `${route}.update`,
          objectKind: 'agentChannel',
          objectId: `${agentId}:${channelId}`,
          before: { enabled: use.enabled },
          after: { enabled: terms.enabled, note: input.reason },
        });
        return { state: 'done' as const };
      });
    },
    async close(context, input) {
      refuseOthers(context);
      const { agent_id: agentId, channel_id: channelId, v } = input;
      const stepUp = await prove(context, input);
      return context.once(async (tx) => {
        await spendStepUp(tx, stepUp);
        const use = await lockOpen(tx, agentId, channelId, v, direction);
        if (use.merchants > 0)
          throw new Refusal('channelInUse', { params: { count: String(use.merchants) } });
        if (!(await dropUse(tx, use.agent_id, use.channel_id, v))) throw new Refusal('staleEdit');
        await audit(tx, context, {
          act: `${route}.delete`,
          objectKind: 'agentChannel',
          objectId: `${agentId}:${channelId}`,
          before: {
            channel: use.channel_name,
            system_fee: priceText(use.system_pct ?? '0', use.system_per_item ?? 0n, use.currency),
          },
          after: { note: input.reason },
        });
        return { state: 'done' as const };
      });
    },
  });
}

function readFee(
  locale: Locale,
  currency: Currency,
  asked: { readonly pct: string; readonly per_item: string },
): Pick<AgentTerms, 'system_pct' | 'system_per_item'> {
  const fields: Record<string, string[]> = {};
  const { pct, perItem } = readPrice(locale, currency, 'system_fee', asked, fields);
  if (Object.keys(fields).length > 0) throw new Refusal('invalidFields', { fields });
  return { system_pct: pct, system_per_item: perItem };
}

/** What was shown, of which row and version: the act that sends it back does exactly this. */
function hashOf(
  {
    agent_id: agentId,
    channel_id: channelId,
    v,
  }: { readonly agent_id: string; readonly channel_id: string; readonly v: number },
  rows: ApprovalEffect['rows'],
): string {
  return hash('sha256', JSON.stringify([agentId, channelId, v, rows]), 'hex');
}

/** What the platform takes is the platform's to say (domain §7). */
function refuseOthers({ actor }: RequestContext): void {
  if (actor.scope.kind !== 'platform') throw new Refusal('forbidden');
}
