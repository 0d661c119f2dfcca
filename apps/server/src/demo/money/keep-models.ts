import { channelIds } from '../demo-accounts.queries.ts';
import { modelNames } from '../demo-names.ts';
import { call } from '../front-door.ts';
import { aliasTerms, demoChannels, demoPayoutAccounts, payoutTerms } from '../tenants/demo-channels.ts';
import { as } from './withdraw.ts';
import type { Cast } from './withdraw.ts';

const keeper = 'agent.hengxin';
/** Of his channels those that a new merchant of his begins with. */
const codes: readonly string[] = ['hx-bank', 'hx-qr-1', 'hx-cvs', 'hx-card'];
const unlimited = { daily_amount: '0', daily_count: 0, balance_limit: null, windows: [] };
const free = { pct: '0', per_item: '0' };

/** A senior agent keeps a template of channels for each way of money, at the prices that his merchants have. */
export async function seedModels(cast: Cast): Promise<void> {
  const ids = await channelIds(cast.db.app);
  const collection = demoChannels
    .filter(({ code }) => codes.includes(code))
    .map(({ alias, code, max, min, weight }) => ({
      channel_id: String(ids.get(code)),
      alias,
      weight,
      polling: true,
      priority: null,
      limits: { ...unlimited, min_amount: min, max_amount: max },
      fees: { merchant: priceOf(aliasTerms[alias].merchant), sub_agent: free, middleman: free },
    }));
  const { alias, max, merchant, min } = payoutTerms;
  const payout = demoPayoutAccounts
    .filter(({ agent }) => agent === keeper)
    .map(({ merchantNo }) => ({
      channel_id: String(ids.get(merchantNo.toLowerCase())),
      alias,
      weight: 1,
      polling: true,
      priority: null,
      limits: { ...unlimited, min_amount: min, max_amount: max },
      fees: { merchant: priceOf(merchant), sub_agent: free, middleman: free },
    }));
  await as(cast, keeper, async (_person, token) => {
    const keep = (path: string, name: string, items: readonly unknown[]) =>
      call(cast, path, { token, body: { name, items } });
    await keep('/collection_method/models', modelNames.collection, collection);
    await keep('/payment_method/models', modelNames.payout, payout);
  });
}

const priceOf = ({ pct, perItem }: { readonly pct: string; readonly perItem: string }) => ({
  pct,
  per_item: perItem,
});
