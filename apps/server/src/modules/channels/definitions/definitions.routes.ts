import * as contract from '@suanpan/contract/endpoints/channel-definitions';
import { Refusal } from '@suanpan/domain/errors';
import { isId } from '@suanpan/domain/ids';
import { translate } from '@suanpan/messages/translate';
import { businessNow } from '../../../platform/clock.ts';
import { errorCode } from '../../../platform/db/database-error.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { answerPage, page } from '../../../platform/http/page.ts';
import { waitingActsOn } from '../../approvals/index.ts';
import { audit } from '../../audit/index.ts';
import type { ChannelDeskDeps } from '../desk-deps.ts';
import { keepTestResult } from '../test-result.store.ts';
import { testCall } from '../test-call.ts';
import {
  changeChannelAct,
  createChannelAct,
  effectRows,
  isAnotherPrice,
  lockForChange,
  refuseLosingChange,
} from './channel-acts.ts';
import { readChannel } from './channel-change.ts';
import { countDefinitions, listAccounts, listDefinitions, listProviders } from './definitions.queries.ts';
import type { DefinitionListed } from './definitions.queries.ts';
import { definitionFilterOf, directionOf } from './definition-filter.ts';
import { onChannels, presentDefinition } from './definitions.present.ts';
import { dropChannel, insertProvider, isCodeTaken, saveChannel, usesOf } from './definitions.store.ts';

/** Channels and the providers behind them: the platform makes and changes them, others read what they may use. */
export function bindDefinitions(app: Http, { approvals, channels, db }: ChannelDeskDeps): void {
  const creation = approvals.register(createChannelAct);
  const change = approvals.register(changeChannelAct);
  const drivers = channels.drivers();
  const driverOf = (name: string) => drivers.find((driver) => driver.name === name);

  /** Refuses `forbidden` to everybody but the platform, and `notFound`. */
  async function find({ actor }: RequestContext, id: string): Promise<DefinitionListed> {
    if (actor.scope.kind !== 'platform') throw new Refusal('forbidden');
    const [row] = isId(id)
      ? await listDefinitions(db.app, actor.scope, { id: BigInt(id) }, { offset: 0, limit: 1 })
      : [];
    if (row === undefined) throw new Refusal('notFound');
    return row;
  }

  const { channelAccounts, channelDefinitions, channelProviders, createChannel, createProvider } = contract;
  const { deleteChannel, testChannel, updateChannel } = contract;
  bindEndpoints(
    app,
    {
      channelAccounts,
      channelDefinitions,
      channelProviders,
      createChannel,
      createProvider,
      deleteChannel,
      testChannel,
      updateChannel,
    },
    {
      async channelDefinitions({ actor }, input) {
        const filter = definitionFilterOf(input);
        const [rows, total, at] = await Promise.all([
          listDefinitions(db.app, actor.scope, filter, page(input)),
          countDefinitions(db.app, actor.scope, filter),
          businessNow(db.app),
        ]);
        const waiting = await waitingActsOn(db.app, actor, onChannels, rows);
        return answerPage(input, {
          items: rows.map((row) => presentDefinition(row, actor, at, driverOf(row.driver), waiting)),
          total,
          summary: {},
        });
      },
      async channelProviders() {
        const rows = await listProviders(db.app);
        return { items: rows.map((row) => ({ ...row, id: String(row.id) })), drivers: [...drivers] };
      },
      async channelAccounts(_, { id, search, type }) {
        const rows = await listAccounts(db.app, {
          direction: directionOf[type],
          ...(id !== undefined && { id: BigInt(id) }),
          ...(search !== undefined && { search }),
        });
        return {
          items: rows.map((row) => ({
            id: String(row.id),
            name: `${row.name} · ${row.agent_name}`,
            currency: row.currency,
          })),
        };
      },
      async createProvider(context, asked) {
        if (context.actor.scope.kind !== 'platform') throw new Refusal('forbidden');
        const refuse = (field: string, word: 'choice' | 'taken'): never => {
          const says =
            word === 'choice'
              ? translate(context.locale, 'common.validation.choice')
              : translate(context.locale, 'channelDefs.codeTaken');
          throw new Refusal('invalidFields', { fields: { [field]: [says] } });
        };
        if (driverOf(asked.driver) === undefined) refuse('driver', 'choice');
        const id = await transact(db.app, async (tx) => {
          const made = await insertProvider(tx, asked);
          if (made === undefined) return refuse('code', 'taken');
          await audit(tx, context, {
            act: 'admin.methods.create',
            objectKind: 'provider',
            objectId: asked.code,
            after: { name: asked.name, driver: asked.driver },
          });
          return made;
        });
        return { id: String(id) };
      },
      async createChannel(context, { channel_account_id: accountId, code, method_type, reason, ...asked }) {
        if (context.actor.scope.kind !== 'platform') throw new Refusal('forbidden');
        const [account] = await listAccounts(db.app, { id: BigInt(accountId) });
        if (account === undefined) throw new Refusal('notFound');
        if (await isCodeTaken(db.app, code)) {
          const says = translate(context.locale, 'channelDefs.codeTaken');
          throw new Refusal('invalidFields', { fields: { code: [says] } });
        }
        const channel = readChannel(context.locale, account.currency, asked);
        const payload = { channel_account_id: accountId, code, method_type, channel };
        return approvals.submit(context, creation, payload, { reason });
      },
      async updateChannel(context, { id, reason, v, ...asked }) {
        const row = await find(context, id);
        const after = readChannel(context.locale, row.currency, asked);
        const done = await transact(db.app, async (tx) => {
          const before = await lockForChange(tx, id, v);
          if (isAnotherPrice(before, after)) return false;
          await refuseLosingChange(tx, before, after);
          if (!(await saveChannel(tx, before.id, v, after))) throw new Refusal('staleEdit');
          const rows = effectRows(before.currency, before, after);
          const side = (which: 'before' | 'after') =>
            Object.fromEntries(rows.map((changed) => [changed.field, changed[which]]));
          await audit(tx, context, {
            act: 'admin.methods.update',
            objectKind: 'channel',
            objectId: id,
            before: side('before'),
            after: { ...side('after'), currency: before.currency, note: reason },
          });
          return true;
        });
        if (done) return { state: 'done' as const };
        return approvals.submit(context, change, { id, version: v, channel: after }, { reason });
      },
      async deleteChannel(context, { id, reason, v }) {
        await find(context, id);
        await throughKeys(
          transact(db.app, async (tx) => {
            const channel = await lockForChange(tx, id, v);
            const uses = await usesOf(tx, channel.id);
            if (uses.merchants > 0)
              throw new Refusal('channelInUse', { params: { count: String(uses.merchants) } });
            if (uses.orders) throw new Refusal('invalidState');
            if (!(await dropChannel(tx, channel.id, v))) throw new Refusal('staleEdit');
            await audit(tx, context, {
              act: 'admin.methods.delete',
              objectKind: 'channel',
              objectId: id,
              before: { name: channel.name, channel: channel.code },
              after: { note: reason },
            });
          }),
        );
        return {};
      },
      async testChannel(context, { id }) {
        const { account_id: accountId } = await find(context, id);
        const told = await testCall(channels, accountId, context.locale);
        await keepTestResult(db.app, accountId, told.outcome);
        return told;
      },
    },
  );
}

/** What something else still holds on to is not taken away. Refuses `invalidState`. */
async function throughKeys(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    throw errorCode(error) === '23503' ? new Refusal('invalidState') : error;
  }
}
