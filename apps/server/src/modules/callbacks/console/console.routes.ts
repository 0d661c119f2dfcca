import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import * as contract from '@suanpan/contract/endpoints/callbacks';
import { Refusal } from '@suanpan/domain/errors';
import { isId } from '@suanpan/domain/ids';
import { translateError } from '@suanpan/messages/translate';
import type { Kysely } from 'kysely';
import type { Vault } from '../../../platform/crypto/vault.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Actor, KeyedContext } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { mayUndo, ownerOf } from '../../../platform/http/owner-of.ts';
import { answerPage, page } from '../../../platform/http/page.ts';
import { audit } from '../../audit/index.ts';
import { listAttempts } from '../callbacks.queries.ts';
import { presentStory } from '../callbacks.present.ts';
import { pauseAddress, releasePaused } from '../delivery/delivery.store.ts';
import { keptSecrets } from '../delivery/secrets.ts';
import { signAttempt } from '../delivery/sign-attempt.ts';
import { findParties } from '../find-parties.ts';
import type { Sending } from '../sending.ts';
import { afterCommit } from '../../../platform/db/transact.ts';
import { countAddresses, listAddresses } from './addresses.queries.ts';
import type { ListedAddress } from './addresses.queries.ts';
import { presentAddress, presentCallback } from './console.present.ts';
import { countCallbacks, getKept, listCallbacks } from './console.queries.ts';
import type { ListedCallback } from './console.queries.ts';
import { callbackFilterOf } from './console-filter.ts';
import { resendCallbacks as resend } from './resend-callbacks.ts';

const one = { offset: 0, limit: 1 };

/** The console: what merchants were told, why not, and what persons do about it. */
export function bindCallbackConsole(app: Http, sending: Sending, vault: Vault): void {
  const { clock, db, orders } = sending;
  const { callbacks, getCallback, resendCallback, resendCallbacks } = contract;
  const { callbackAddresses, pauseCallbackAddress, resumeCallbackAddress } = contract;

  /** Refuses `notFound` for an absent event and one of another tree alike. */
  async function findCallback({ scope }: Actor, id: string): Promise<ListedCallback> {
    const [row] = isId(id) ? await listCallbacks(db.app, scope, { id: BigInt(id) }, one) : [];
    if (row === undefined) throw new Refusal('notFound');
    return row;
  }
  async function findAddress(
    tx: Kysely<Tables>,
    { scope }: Actor,
    customerId: string,
  ): Promise<ListedAddress> {
    const [row] = await listAddresses(tx, scope, { customerId: BigInt(customerId) }, one);
    if (row === undefined) throw new Refusal('notFound');
    return row;
  }

  /** Answers how the address stands then; nothing changes, and nothing is noted, where it stands so already. */
  const turn = (
    context: KeyedContext,
    { customer_id: id }: ParsedInputOf<typeof pauseCallbackAddress>,
    isPaused: boolean,
  ) =>
    context.once(async (tx) => {
      const { scope } = context.actor;
      const {
        customer_id: owner,
        paused_at: at,
        paused_by: by,
        url,
      } = await findAddress(tx, context.actor, id);
      const isAbove = at !== null && by !== null && !mayUndo(scope, by);
      if (isAbove && !isPaused) throw new Refusal('switchedOffAbove');
      if (!isAbove && (await pauseAddress(tx, owner, url, isPaused, ownerOf(scope) ?? 0n))) {
        if (!isPaused) {
          await releasePaused(tx, owner, url);
          afterCommit(tx, sending.wake);
        }
        await audit(tx, context, {
          act: isPaused ? 'callbacks.pause' : 'callbacks.resume',
          objectKind: 'webhookEndpoint',
          objectId: id,
        });
      }
      return { state: isPaused ? ('paused' as const) : ('open' as const) };
    });

  bindEndpoints(
    app,
    {
      callbacks,
      getCallback,
      resendCallback,
      resendCallbacks,
      callbackAddresses,
      pauseCallbackAddress,
      resumeCallbackAddress,
    },
    {
      async callbacks({ actor }, input) {
        const filter = await callbackFilterOf(db.app, orders, actor.scope, input);
        const [rows, total] = await Promise.all([
          listCallbacks(db.app, actor.scope, filter, page(input)),
          countCallbacks(db.app, actor.scope, filter),
        ]);
        const orderOf = await findParties(db.app, orders, rows);
        return answerPage(input, {
          items: rows.map((row) => presentCallback(row, orderOf(row), actor)),
          total,
          summary: {},
        });
      },
      async getCallback({ actor }, { id }) {
        const row = await findCallback(actor, id);
        const [kept, attempts, orderOf] = await Promise.all([
          getKept(db.app, row.id),
          listAttempts(db.app, [row.id]),
          findParties(db.app, orders, [row]),
        ]);
        const shown = presentCallback(row, orderOf(row), actor);
        const isHimself = actor.userId === actor.effectiveUserId;
        const maySign = isHimself && shown.url !== null && actor.permissions.has('callbacks.resend');
        const secrets = maySign ? keptSecrets(vault, kept) : undefined;
        return {
          row: shown,
          story: { ...presentStory(kept, attempts), url: shown.url ?? '' },
          request: secrets === undefined ? null : signAttempt(kept, secrets, clock.now()),
        };
      },
      async resendCallback(context, { id }) {
        await findCallback(context.actor, id);
        return context.once(async (tx) => {
          const [resent] = await resend(tx, sending, context, [id]);
          if (resent?.eventId == null) throw new Refusal(resent?.refused ?? 'notFound');
          return { event_id: resent.eventId };
        });
      },
      resendCallbacks: (context, { ids }) =>
        context.once(async (tx) => ({
          items: (await resend(tx, sending, context, ids)).map(({ id, refused }) => ({
            id,
            outcome: refused === null ? ('done' as const) : ('refused' as const),
            message: refused === null ? null : translateError(context.locale, refused),
          })),
        })),
      async callbackAddresses({ actor }, input) {
        const filter = {
          ...(input.customer_id !== undefined && { customerId: BigInt(input.customer_id) }),
          ...(input.state !== undefined && { state: input.state }),
        };
        const [rows, total] = await Promise.all([
          listAddresses(db.app, actor.scope, filter, page(input)),
          countAddresses(db.app, actor.scope, filter),
        ]);
        return answerPage(input, {
          items: rows.map((row) => presentAddress(row, actor)),
          total,
          summary: {},
        });
      },
      pauseCallbackAddress: (context, input) => turn(context, input, true),
      resumeCallbackAddress: (context, input) => turn(context, input, false),
    },
  );
}
