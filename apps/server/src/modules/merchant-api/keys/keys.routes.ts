import * as contract from '@suanpan/contract/endpoints/api-keys';
import type { AuditFacts } from '@suanpan/domain/audit/fields';
import { Refusal } from '@suanpan/domain/errors';
import { translate } from '@suanpan/messages/translate';
import { formatLedger } from '@suanpan/money/amount';
import type { Vault } from '../../../platform/crypto/vault.ts';
import type { Database } from '../../../platform/db/database.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Actor, RequestContext } from '../../../platform/http/actor.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import type { Module } from '../../../platform/module.ts';
import type { Approvals, RegisteredAct } from '../../approvals/index.ts';
import {
  rotateLegacySecret as rotateLegacy,
  rotateWebhookSecret as rotateWebhook,
} from '../../callbacks/index.ts';
import { spendStepUp } from '../../identity/index.ts';
import type { Identity, ProvenStepUp } from '../../identity/index.ts';
import { createKeyAct, rotateKeyAct, widenKeyAct } from './key-acts.ts';
import { presentKey, presentLegacy, presentWebhook } from './keys.present.ts';
import { findOwnWebhook, listOwnKeys } from './keys.queries.ts';
import type { OwnKeyRow } from './keys.queries.ts';
import {
  disableKey,
  insertOwnKey,
  lockOwnKey,
  refuseTooManyKeys,
  replaceKeySecret,
  saveKeyBounds,
} from './keys.store.ts';
import type { LockedKey } from './keys.store.ts';
import { newApiKey, newKeySecret, sealKeySecret } from './new-key.ts';
import { canPayOut, isNarrowing, readBounds } from './payout-rule.ts';
import type { KeyBounds } from './payout-rule.ts';
import { recordKeyChange } from './record-key-change.ts';
import type { KeyChange } from './record-key-change.ts';

export interface KeyDeps {
  readonly db: Database;
  readonly vault: Vault;
  readonly identity: Pick<Identity, 'proveStepUp'>;
  readonly approvals: Pick<Approvals, 'register' | 'submit'>;
}

interface StepUp {
  readonly payment_password: string;
  readonly one_code: string;
  readonly reason?: string | undefined;
}

export function openKeys(deps: KeyDeps): Module {
  return { bind: (app) => bindKeys(app, deps) };
}

/**
 * A merchant's own keys. Secrets are told once, when they are made; every change is told to him. What gives a key that
 * can pay out more than it has waits for a second person (reliability §7.11); what takes from it is done at once.
 */
function bindKeys(app: Http, { db, vault, identity, approvals }: KeyDeps): void {
  const creation = approvals.register(createKeyAct);
  const rotation = approvals.register(rotateKeyAct);
  const widening = approvals.register(widenKeyAct);

  const prove = ({ actor }: RequestContext, input: StepUp): Promise<ProvenStepUp> =>
    identity.proveStepUp(actor, { paymentPassword: input.payment_password, oneCode: input.one_code });

  /** Proves the caller, then changes a key of his inside one transaction with its audit row and its news. */
  async function change<T>(
    context: RequestContext,
    input: StepUp,
    work: (tx: Tx, customerId: bigint) => Promise<{ readonly answer: T; readonly change: KeyChange }>,
  ): Promise<T> {
    const customerId = merchantOf(context.actor);
    const proven = await prove(context, input);
    return transact(db.app, async (tx) => {
      await spendStepUp(tx, proven);
      const { answer, change: done } = await work(tx, customerId);
      await recordKeyChange(tx, context, customerId, done);
      return answer;
    });
  }

  /** Proves the caller, then hands the change to a second person. Answers the approval it waits for, if it does. */
  async function submit<Payload>(
    context: RequestContext,
    input: StepUp,
    act: RegisteredAct<Payload>,
    payload: Payload,
  ): Promise<{ readonly approval_id: string | null }> {
    const { reason } = input;
    if (reason === undefined) {
      const says = translate(context.locale, 'personal.keys.needsReason');
      throw new Refusal('invalidFields', { fields: { reason: [says] } });
    }
    const stepUp = await prove(context, input);
    const submitted = await approvals.submit(context, act, payload, { reason, stepUp });
    return { approval_id: submitted.state === 'waiting' ? submitted.approval_id : null };
  }

  const { apiKeys, createApiKey, rotateApiKey, revokeApiKey } = contract;
  const { updateApiKeyAddresses, rotateLegacySecret, rotateWebhookSecret } = contract;
  bindEndpoints(
    app,
    {
      apiKeys,
      createApiKey,
      rotateApiKey,
      revokeApiKey,
      updateApiKeyAddresses,
      rotateLegacySecret,
      rotateWebhookSecret,
    },
    {
      async apiKeys({ actor }) {
        const customerId = merchantOf(actor);
        const [keys, webhook] = await Promise.all([
          listOwnKeys(db.app, customerId),
          findOwnWebhook(db.app, customerId),
        ]);
        return {
          items: keys.map((row) => presentKey(row, actor.currency)),
          webhook: presentWebhook(webhook),
          legacy: presentLegacy(webhook),
        };
      },
      async createApiKey(context, input) {
        const customerId = merchantOf(context.actor);
        const { is_test: isTest, scopes } = input;
        const bounds = readBounds(context, scopes, input);
        const { key, secret } = newApiKey(isTest);
        const secretSealed = sealKeySecret(vault, secret);
        const told = { key, secret, previous_until: null };
        if (canPayOut(scopes)) {
          const payload = {
            customer_id: String(customerId),
            key,
            secret_sealed: secretSealed,
            is_test: isTest,
            scopes,
            ...plain(bounds),
          };
          return { ...told, ...(await submit(context, input, creation, payload)) };
        }
        return change(context, input, async (tx) => {
          await refuseTooManyKeys(tx, customerId);
          const id = await insertOwnKey(tx, { customerId, key, secretSealed, isTest, scopes, ...bounds });
          const after = { is_test: isTest, scopes, ip_allowlist: bounds.ipAllowlist };
          return {
            answer: { ...told, approval_id: null },
            change: { act: 'apiFile.createKey', id, key, after },
          };
        });
      },
      async rotateApiKey(context, input) {
        const { key, is_test: isTest, scopes } = await findOwn(context, input.id);
        const secret = newKeySecret(isTest);
        const secretSealed = sealKeySecret(vault, secret);
        if (canPayOut(scopes)) {
          const customerId = String(merchantOf(context.actor));
          const payload = { customer_id: customerId, id: input.id, secret_sealed: secretSealed };
          const submitted = await submit(context, input, rotation, payload);
          return { key, secret, previous_until: null, ...submitted };
        }
        return change(context, input, async (tx, customerId) => {
          await getOwnKey(tx, customerId, input.id);
          const until = await replaceKeySecret(tx, BigInt(input.id), secretSealed);
          return {
            answer: { key, secret, previous_until: until.toISOString(), approval_id: null },
            change: { act: 'apiFile.rotateKey', id: BigInt(input.id), key },
          };
        });
      },
      revokeApiKey: (context, input) =>
        change(context, input, async (tx, customerId) => {
          const { key } = await getOwnKey(tx, customerId, input.id);
          await disableKey(tx, BigInt(input.id));
          const after = { reason: input.reason };
          return { answer: {}, change: { act: 'apiFile.revokeKey', id: BigInt(input.id), key, after } };
        }),
      async updateApiKeyAddresses(context, input) {
        const {
          scopes,
          daily_payout_minor: daily,
          ip_allowlist: addresses,
        } = await findOwn(context, input.id);
        const bounds = readBounds(context, scopes, input, daily);
        if (canPayOut(scopes) && !isNarrowing({ ipAllowlist: addresses, dailyPayoutMinor: daily }, bounds)) {
          const customerId = String(merchantOf(context.actor));
          const payload = { customer_id: customerId, id: input.id, ...plain(bounds) };
          return submit(context, input, widening, payload);
        }
        return change(context, input, async (tx, customerId) => {
          const { key, ...before } = await getOwnKey(tx, customerId, input.id);
          // Narrowed by another meanwhile: this would widen it again.
          const were = { ipAllowlist: before.ip_allowlist, dailyPayoutMinor: before.daily_payout_minor };
          if (canPayOut(scopes) && !isNarrowing(were, bounds)) throw new Refusal('staleEdit');
          await saveKeyBounds(tx, BigInt(input.id), bounds);
          return {
            answer: { approval_id: null },
            change: {
              act: 'apiFile.updateIps',
              id: BigInt(input.id),
              key,
              before: shownBounds(were, context.actor),
              after: shownBounds(bounds, context.actor),
            },
          };
        });
      },
      rotateLegacySecret: (context, input) =>
        change(context, input, async (tx, customerId) => ({
          answer: { secret: await rotateLegacy(tx, vault, customerId) },
          change: { act: 'apiFile.updateWebhook', id: customerId, key: '' },
        })),
      rotateWebhookSecret: (context, input) =>
        change(context, input, async (tx, customerId) => {
          const { secret, previousUntil } = await rotateWebhook(tx, vault, customerId);
          return {
            answer: { secret, previous_until: previousUntil?.toISOString() ?? null },
            change: { act: 'apiFile.updateWebhook', id: customerId, key: '' },
          };
        }),
    },
  );

  /** A key of the caller's, before he is asked to prove himself. */
  async function findOwn({ actor }: RequestContext, id: string): Promise<OwnKeyRow> {
    const keys = await listOwnKeys(db.app, merchantOf(actor));
    const found = keys.find((key) => String(key.id) === id);
    if (found === undefined) throw new Refusal('notFound');
    return found;
  }
}

const plain = ({ ipAllowlist, dailyPayoutMinor }: KeyBounds) => ({
  ip_allowlist: [...ipAllowlist],
  daily_minor: String(dailyPayoutMinor),
});

const shownBounds = ({ ipAllowlist, dailyPayoutMinor }: KeyBounds, { currency }: Actor): AuditFacts => ({
  ip_allowlist: ipAllowlist,
  ...(dailyPayoutMinor !== null && { daily_payout: formatLedger(dailyPayoutMinor, currency) }),
});

/** Keys belong to merchants; to everybody else there are none, his own included. */
function merchantOf({ scope }: Actor): bigint {
  if (scope.kind !== 'customer') throw new Refusal('notFound');
  return scope.customerId;
}

async function getOwnKey(tx: Tx, customerId: bigint, id: string): Promise<LockedKey> {
  const key = await lockOwnKey(tx, customerId, BigInt(id));
  if (key === undefined) throw new Refusal('notFound');
  return key;
}
