import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import * as contract from '@suanpan/contract/endpoints/collection-setting';
import { Refusal } from '@suanpan/domain/errors';
import { isId } from '@suanpan/domain/ids';
import { toleranceMost } from '@suanpan/domain/limits';
import { translate } from '@suanpan/messages/translate';
import { formatLedger, parseAmount } from '@suanpan/money/amount';
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Actor, RequestContext } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { audit } from '../../audit/index.ts';
import { levelsOf, presentSetting } from './setting.present.ts';
import { findSettingOwner, listOwnSettings, settingOf } from './setting.queries.ts';
import type { SettingOwner, SettingWords } from './setting.queries.ts';
import { saveSetting } from './setting.store.ts';

type Asked = ParsedInputOf<typeof contract.updateCollectionSetting>;

/** The rules by which orders are collected: read and set by the platform, and by a senior agent in his tree. */
export function bindCollectionSetting(app: Http, db: Database): void {
  const { getCollectionSetting, ringsForOrders, updateCollectionSetting } = contract;

  const present = async (tx: Kysely<Tables>, owner: SettingOwner | undefined) =>
    presentSetting(
      owner,
      await listOwnSettings(
        tx,
        levelsOf(owner).map(({ id }) => id),
      ),
    );

  bindEndpoints(
    app,
    { getCollectionSetting, ringsForOrders, updateCollectionSetting },
    {
      getCollectionSetting: async ({ actor }, { user_id: userId }) =>
        present(db.app, await ownerFor(db.app, actor, userId)),
      async updateCollectionSetting(context, input) {
        const { actor } = context;
        refuseLateStart(context, input);
        refuseWideTolerance(context, input);
        return transact(db.app, async (tx) => {
          const owner = await ownerFor(tx, actor, input.user_id);
          const ownerId = owner?.id ?? 0n;
          const [before] = await listOwnSettings(tx, [ownerId]);
          const words = wordsOf(input);
          if (!(await saveSetting(tx, ownerId, input.v, words, actor.userId))) throw new Refusal('staleEdit');
          await audit(tx, context, {
            act: 'collections.setting.update',
            objectKind: 'collectionSetting',
            objectId: String(ownerId),
            ...(before !== undefined && { before: factsOf(before) }),
            after: factsOf(words),
          });
          return present(tx, owner);
        });
      },
      async ringsForOrders({ actor: { scope } }) {
        const { ring_new_orders: rings } = await settingOf(db.app, {
          customerId: scope.kind === 'customer' ? scope.customerId : null,
          agentId: scope.kind === 'agent' ? scope.agentId : null,
        });
        return { rings: rings === true };
      },
    },
  );
}

/** Whose rules are meant; undefined for the platform's. Refuses `notFound` for one of another tree and an absent one alike. */
async function ownerFor(
  db: Kysely<Tables>,
  { scope }: Actor,
  userId: string | undefined,
): Promise<SettingOwner | undefined> {
  if (scope.kind === 'platform' && userId === undefined) return undefined;
  if (scope.kind !== 'platform' && scope.kind !== 'agent') throw new Refusal('notFound');
  const wanted = userId ?? (scope.kind === 'agent' ? String(scope.agentId) : '');
  const owner = isId(wanted) ? await findSettingOwner(db, scope, BigInt(wanted)) : undefined;
  if (owner === undefined) throw new Refusal('notFound');
  return owner;
}

/** The first attempt is made at once, whatever comes after it. */
function refuseLateStart({ locale }: RequestContext, { callback }: Asked): void {
  if (callback.delays_s === null || callback.delays_s[0] === 0) return;
  throw new Refusal('invalidFields', {
    fields: { 'callback.delays_s': [translate(locale, 'collectionSetting.firstAtOnce')] },
  });
}

/** What an order is worth is not the payer's to say. */
function refuseWideTolerance({ locale }: RequestContext, { tolerance }: Asked): void {
  if (tolerance === null || parseAmount(tolerance, 'USDT') <= parseAmount(toleranceMost, 'USDT')) return;
  throw new Refusal('invalidFields', {
    fields: { tolerance: [translate(locale, 'collectionSetting.toleranceMost', { most: toleranceMost })] },
  });
}

const wordsOf = (input: Asked): SettingWords => ({
  expires_in_s: input.expires_in_s,
  same_name_minutes: input.same_name.minutes,
  same_name_count: input.same_name.count,
  late_payment: input.late_payment,
  callback_delays_s: input.callback.delays_s,
  hold_after_8h: input.callback.hold_after_8h,
  ring_new_orders: input.ring_new_orders,
  // USDT has the scale of the rule: millionths.
  tolerance: input.tolerance === null ? null : parseAmount(input.tolerance, 'USDT'),
});

function factsOf(words: SettingWords) {
  return {
    expires_in_s: words.expires_in_s,
    same_name_minutes: words.same_name_minutes,
    same_name_count: words.same_name_count,
    late_payment: words.late_payment,
    callback_delays_s: words.callback_delays_s?.join(', ') ?? null,
    callback_hold_after_8h: words.hold_after_8h,
    ring_new_orders: words.ring_new_orders,
    tolerance: words.tolerance === null ? null : formatLedger(words.tolerance, 'USDT'),
  };
}
