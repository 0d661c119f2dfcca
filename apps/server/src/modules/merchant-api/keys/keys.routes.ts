import * as contract from '@suanpan/contract/endpoints/api-keys';
import { Refusal } from '@suanpan/domain/errors';
import { translate } from '@suanpan/messages/translate';
import type { Vault } from '../../../platform/crypto/vault.ts';
import type { Database } from '../../../platform/db/database.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Actor, RequestContext } from '../../../platform/http/actor.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { rotateWebhookSecret as rotateWebhook } from '../../callbacks/index.ts';
import { spendStepUp } from '../../identity/index.ts';
import type { Identity } from '../../identity/index.ts';
import { presentKey, presentWebhook } from './keys.present.ts';
import { findOwnWebhook, listOwnKeys } from './keys.queries.ts';
import {
  disableKey,
  insertOwnKey,
  lockAndCountKeys,
  lockOwnKey,
  replaceKeySecret,
  saveKeyAddresses,
} from './keys.store.ts';
import type { LockedKey } from './keys.store.ts';
import { newApiKey, newKeySecret, sealKeySecret } from './new-key.ts';
import { recordKeyChange } from './record-key-change.ts';
import type { KeyChange } from './record-key-change.ts';

export interface KeyDeps {
  readonly db: Database;
  readonly vault: Vault;
  readonly identity: Pick<Identity, 'proveStepUp'>;
}

/** More keys in force than anybody needs are only more to lose. */
const mostKeys = 10;

interface StepUp {
  readonly payment_password: string;
  readonly one_code: string;
}

/** A merchant's own keys. Secrets are told once, when they are made; every change is told to him. */
export function bindKeys(app: Http, { db, vault, identity }: KeyDeps): void {
  /** Proves the caller, then changes a key of his inside one transaction with its audit row and its news. */
  async function change<T>(
    context: RequestContext,
    input: StepUp,
    work: (tx: Tx, customerId: bigint) => Promise<{ readonly answer: T; readonly change: KeyChange }>,
  ): Promise<T> {
    const customerId = merchantOf(context.actor);
    const proven = await identity.proveStepUp(context.actor, {
      paymentPassword: input.payment_password,
      oneCode: input.one_code,
    });
    return transact(db.app, async (tx) => {
      await spendStepUp(tx, proven);
      const { answer, change: done } = await work(tx, customerId);
      await recordKeyChange(tx, context, customerId, done);
      return answer;
    });
  }
  const { apiKeys, createApiKey, rotateApiKey, revokeApiKey } = contract;
  const { updateApiKeyAddresses, rotateWebhookSecret } = contract;
  bindEndpoints(
    app,
    { apiKeys, createApiKey, rotateApiKey, revokeApiKey, updateApiKeyAddresses, rotateWebhookSecret },
    {
      async apiKeys({ actor }) {
        const customerId = merchantOf(actor);
        const [keys, webhook] = await Promise.all([
          listOwnKeys(db.app, customerId),
          findOwnWebhook(db.app, customerId),
        ]);
        return { items: keys.map(presentKey), webhook: presentWebhook(webhook) };
      },
      createApiKey: (context, input) => {
        const { is_test: isTest, scopes, ip_allowlist: ipAllowlist } = input;
        refuseOpenPayouts(context, scopes, ipAllowlist);
        return change(context, input, async (tx, customerId) => {
          if ((await lockAndCountKeys(tx, customerId)) >= mostKeys) {
            throw new Refusal('keyLimitReached', { params: { max: String(mostKeys) } });
          }
          const { key, secret } = newApiKey(isTest);
          const secretSealed = sealKeySecret(vault, secret);
          const id = await insertOwnKey(tx, { customerId, key, secretSealed, isTest, scopes, ipAllowlist });
          return {
            answer: { key, secret, previous_until: null },
            change: {
              act: 'apiFile.createKey',
              id,
              key,
              after: { is_test: isTest, scopes, ip_allowlist: ipAllowlist },
            },
          };
        });
      },
      rotateApiKey: (context, input) =>
        change(context, input, async (tx, customerId) => {
          const { key, is_test: isTest } = await getOwnKey(tx, customerId, input.id);
          const secret = newKeySecret(isTest);
          const until = await replaceKeySecret(tx, BigInt(input.id), sealKeySecret(vault, secret));
          return {
            answer: { key, secret, previous_until: until.toISOString() },
            change: { act: 'apiFile.rotateKey', id: BigInt(input.id), key },
          };
        }),
      revokeApiKey: (context, input) =>
        change(context, input, async (tx, customerId) => {
          const { key } = await getOwnKey(tx, customerId, input.id);
          await disableKey(tx, BigInt(input.id));
          const after = { reason: input.reason };
          return { answer: {}, change: { act: 'apiFile.revokeKey', id: BigInt(input.id), key, after } };
        }),
      updateApiKeyAddresses: (context, input) =>
        change(context, input, async (tx, customerId) => {
          const { key, scopes, ip_allowlist: before } = await getOwnKey(tx, customerId, input.id);
          refuseOpenPayouts(context, scopes, input.ip_allowlist);
          await saveKeyAddresses(tx, BigInt(input.id), input.ip_allowlist);
          return {
            answer: {},
            change: {
              act: 'apiFile.updateIps',
              id: BigInt(input.id),
              key,
              before: { ip_allowlist: before },
              after: { ip_allowlist: input.ip_allowlist },
            },
          };
        }),
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
}

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

/** Merchant API §2: a key that can pay out is bound to addresses. */
function refuseOpenPayouts(
  { locale }: RequestContext,
  scopes: readonly string[],
  addresses: readonly string[],
): void {
  if (!scopes.includes('payout') || addresses.length > 0) return;
  const says = translate(locale, 'personal.keys.payoutNeedsAddress');
  throw new Refusal('invalidFields', { fields: { ip_allowlist: [says] } });
}
