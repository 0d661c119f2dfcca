import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { statementKeyDays } from '@suanpan/domain/limits';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Vault } from '../../../platform/crypto/vault.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';

/** Sealed for this and nothing else; the list of sealed places names it too. */
const purpose = 'statement_key.private';

export interface Signer {
  readonly keyId: string;
  /** The moment at which it signs, within the life of the key by which it is checked. */
  readonly madeAt: Date;
  /** Ed25519 over the text, lower hex. */
  readonly sign: (text: string) => string;
}

/** The key that signs now; the first one, and the one that follows an old one, is made on the way. */
export async function signerNow(tx: Tx, vault: Vault): Promise<Signer> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('statement key', 0))`.execute(tx);
  await sql`
    UPDATE statement_key SET retired_at = business_now()
    WHERE retired_at IS NULL AND created_at < business_now() - ${statementKeyDays} * interval '1 day'`.execute(
    tx,
  );
  const { id, private_sealed: sealed, made_at: madeAt } = (await keyNow(tx)) ?? (await makeKey(tx, vault));
  const key = createPrivateKey({
    key: Buffer.from(vault.open(sealed, purpose), 'base64'),
    format: 'der',
    type: 'pkcs8',
  });
  return { keyId: id, madeAt, sign: (text) => sign(null, Buffer.from(text, 'utf8'), key).toString('hex') };
}

interface ActiveKey {
  readonly id: string;
  readonly private_sealed: string;
  readonly made_at: Date;
}

/** Whoever waited while another made the key began before it did: he signs at its first moment. */
async function keyNow(tx: Tx): Promise<ActiveKey | undefined> {
  const { rows } = await sql<ActiveKey>`
    SELECT id, private_sealed, greatest(created_at, business_now()) AS made_at FROM statement_key WHERE retired_at IS NULL`.execute(
    tx,
  );
  return rows[0];
}

async function makeKey(tx: Tx, vault: Vault): Promise<ActiveKey> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  // The last 32 bytes of the form are the key itself.
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const id = `sk_${createHash('sha256').update(raw).digest('hex').slice(0, 16)}`;
  const sealed = vault.seal(privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'), purpose);
  const { rows } = await sql<ActiveKey>`
    INSERT INTO statement_key (id, public_key, private_sealed, created_at)
    VALUES (${id}, ${raw.toString('base64')}, ${sealed}, business_now())
    RETURNING id, private_sealed, created_at AS made_at`.execute(tx);
  const [made] = rows;
  if (made === undefined) throw new Error('The key was not stored');
  return made;
}

export interface PublicKey {
  readonly id: string;
  readonly alg: 'Ed25519';
  /** Base64 of the raw 32 bytes. */
  readonly public_key: string;
  readonly created_at: string;
  readonly retired_at: string | null;
}

/** Every key that ever signed, the latest first. */
export async function publicKeys(db: Kysely<Tables>): Promise<PublicKey[]> {
  const { rows } = await sql<{ id: string; public_key: string; created_at: Date; retired_at: Date | null }>`
    SELECT id, public_key, created_at, retired_at FROM statement_key ORDER BY created_at DESC, id`.execute(
    db,
  );
  return rows.map(({ id, public_key, created_at, retired_at }) => ({
    id,
    alg: 'Ed25519',
    public_key,
    created_at: created_at.toISOString(),
    retired_at: retired_at?.toISOString() ?? null,
  }));
}
