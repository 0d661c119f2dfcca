import { createHash } from 'node:crypto';
import { Refusal } from '@suanpan/domain/errors';
import { formatLedger } from '@suanpan/money/amount';
import { z } from 'zod';
import type { Tx } from '../../../platform/db/transact.ts';
import type { ApprovalAct, ApprovalEffect } from '../../approvals/index.ts';
import { findMerchant, usernameOf } from './keys.queries.ts';
import type { MerchantRow } from './keys.queries.ts';
import {
  insertOwnKey,
  lockOwnKey,
  refuseTooManyKeys,
  replaceKeySecret,
  saveKeyBounds,
} from './keys.store.ts';
import type { LockedKey } from './keys.store.ts';
import { tellKeyChange } from './record-key-change.ts';

const bounds = { ip_allowlist: z.array(z.string()), daily_minor: z.string() };
const ofKey = { customer_id: z.string(), id: z.string() };
const newKey = z.strictObject({
  customer_id: z.string(),
  key: z.string(),
  secret_sealed: z.string(),
  is_test: z.boolean(),
  scopes: z.array(z.string()),
  ...bounds,
});
const newSecret = z.strictObject({ ...ofKey, secret_sealed: z.string() });
const newBounds = z.strictObject({ ...ofKey, ...bounds });

/** A key that can pay out: its secret was told to whoever asked, and opens nothing before a second person agrees. */
export const createKeyAct: ApprovalAct<z.output<typeof newKey>> = {
  name: 'keys.create',
  payload: newKey,
  async preview(tx, payload) {
    await refuseTooManyKeys(tx, BigInt(payload.customer_id));
    const merchant = await merchantOf(tx, payload.customer_id);
    return effectOn(merchant, payload.key, [
      { field: 'scopes', before: null, after: payload.scopes.join(', ') },
      { field: 'ip_allowlist', before: null, after: payload.ip_allowlist.join(', ') },
      { field: 'daily_payout', before: null, after: shown(BigInt(payload.daily_minor), merchant) },
    ]);
  },
  async perform(tx, payload, { makerId }) {
    const customerId = BigInt(payload.customer_id);
    await insertOwnKey(tx, {
      customerId,
      key: payload.key,
      secretSealed: payload.secret_sealed,
      isTest: payload.is_test,
      scopes: payload.scopes,
      ipAllowlist: payload.ip_allowlist,
      dailyPayoutMinor: BigInt(payload.daily_minor),
    });
    await tellKeyChange(
      tx,
      customerId,
      { act: 'apiFile.createKey', key: payload.key },
      { id: makerId, username: await usernameOf(tx, makerId) },
    );
  },
};

/** The secret so far goes on working until then, and for a day after. */
export const rotateKeyAct: ApprovalAct<z.output<typeof newSecret>> = {
  name: 'keys.rotate',
  payload: newSecret,
  async preview(tx, payload) {
    const { key } = await keyOf(tx, payload);
    const fingerprint = createHash('sha256').update(payload.secret_sealed).digest('hex').slice(0, 12);
    return effectOn(await merchantOf(tx, payload.customer_id), key, [
      { field: 'fingerprint', before: null, after: fingerprint },
    ]);
  },
  async perform(tx, payload, { makerId }) {
    const { key } = await keyOf(tx, payload);
    await replaceKeySecret(tx, BigInt(payload.id), payload.secret_sealed);
    const told = { act: 'apiFile.rotateKey', key } as const;
    await tellKeyChange(tx, BigInt(payload.customer_id), told, {
      id: makerId,
      username: await usernameOf(tx, makerId),
    });
  },
};

/** More addresses, or more in a day. */
export const widenKeyAct: ApprovalAct<z.output<typeof newBounds>> = {
  name: 'keys.widen',
  payload: newBounds,
  async preview(tx, payload) {
    const before = await keyOf(tx, payload);
    const merchant = await merchantOf(tx, payload.customer_id);
    return effectOn(merchant, before.key, [
      {
        field: 'ip_allowlist',
        before: before.ip_allowlist.join(', '),
        after: payload.ip_allowlist.join(', '),
      },
      {
        field: 'daily_payout',
        before: shown(before.daily_payout_minor ?? 0n, merchant),
        after: shown(BigInt(payload.daily_minor), merchant),
      },
    ]);
  },
  async perform(tx, payload, { makerId }) {
    const { key } = await keyOf(tx, payload);
    await saveKeyBounds(tx, BigInt(payload.id), {
      ipAllowlist: payload.ip_allowlist,
      dailyPayoutMinor: BigInt(payload.daily_minor),
    });
    const told = { act: 'apiFile.updateIps', key } as const;
    await tellKeyChange(tx, BigInt(payload.customer_id), told, {
      id: makerId,
      username: await usernameOf(tx, makerId),
    });
  },
};

async function keyOf(
  tx: Tx,
  { customer_id: customerId, id }: { readonly customer_id: string; readonly id: string },
): Promise<LockedKey> {
  const key = await lockOwnKey(tx, BigInt(customerId), BigInt(id));
  if (key === undefined) throw new Refusal('notFound');
  return key;
}

async function merchantOf(tx: Tx, customerId: string): Promise<MerchantRow> {
  const merchant = await findMerchant(tx, BigInt(customerId));
  if (merchant === undefined) throw new Refusal('notFound');
  return merchant;
}

const shown = (minor: bigint, { currency }: MerchantRow): string => formatLedger(minor, currency);

function effectOn(merchant: MerchantRow, key: string, rows: ApprovalEffect['rows']): ApprovalEffect {
  return {
    subject: { kind: 'user', id: String(merchant.id), label: `${merchant.name} · ${key}` },
    agentId: merchant.agent_id,
    rows,
  };
}
