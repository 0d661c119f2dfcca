import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { atEnd } from '../../../../../test/at-end.ts';
import type { TestDatabase } from '../../../../../test/database.ts';
import { recordAudit } from '../../audit.store.ts';
import { openHeads } from '../heads.ts';
import type { Heads } from '../heads.ts';
import { sealAudit } from '../seal-audit.ts';
import type { Sealing } from '../seal-audit.ts';
import { verifyAudit } from '../verify-audit.ts';
import type { AuditProof } from '../verify-audit.ts';

/** Nothing is awaited longer than its transaction. */
const limits = { most: 20_000, patienceMs: 0 };

export interface TestChain {
  readonly folder: string;
  readonly heads: Heads;
  /** A row of the log about this object; answers its id. */
  write(objectId: string): Promise<bigint>;
  /** A journal of two legs about this thing; answers its id. */
  post(refId: bigint): Promise<bigint>;
  /** An attempt to sign in under this name; answers its id. */
  knock(username: string): Promise<bigint>;
  /** Seals, and keeps the head as the loop does. */
  seal(most?: number): Promise<Sealing | undefined>;
  verify(afterBlock?: bigint): Promise<AuditProof>;
  /** What only the owner of the database can do: switch the guards off and write into history. */
  tamper(statement: string, values?: readonly unknown[]): Promise<void>;
}

/** A chain of its own in an emptied database, with heads in a folder of its own. */
export async function openChain({ database: db, admin, vault }: TestDatabase): Promise<TestChain> {
  const folder = await mkdtemp(join(tmpdir(), 'suanpan-heads-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const heads = openHeads({ folder, vault });
  const chain: TestChain = {
    folder,
    heads,
    async write(objectId) {
      await recordAudit(db.app, {
        actorId: 1n,
        act: 'clock.move',
        objectKind: 'clock',
        objectId,
        after: { note: '5' },
      });
      return newest(admin, 'audit_log');
    },
    async post(refId) {
      await admin.query(
        `INSERT INTO journal (id, event, ref_id, seq, book, currency, posted_at, account_ids, amounts, balances_after, versions)
         VALUES (nextval('journal_id'), 'collection.settle', $1, 0, 'main', 'TWD', now(), '{1,2}', '{50000,-50000}', '{NULL,NULL}', '{NULL,NULL}')`,
        [refId],
      );
      return newest(admin, 'journal');
    },
    async knock(username) {
      const { rows } = await db.pool.query<{ id: bigint }>(
        `INSERT INTO login_attempt (username, ip, user_agent, outcome)
         VALUES ($1, '192.0.2.1', 'a browser', 'wrongPassword') RETURNING id`,
        [username],
      );
      return rows[0]?.id ?? 0n;
    },
    async seal(most = limits.most) {
      const sealing = await sealAudit(db, vault, { ...limits, most });
      if (sealing !== undefined) {
        const { id, head, sealed_at: at } = sealing.end;
        await heads.append({ block: id, head, at });
      }
      return sealing;
    },
    verify: (afterBlock = 0n) => verifyAudit({ db, vault, heads }, { afterBlock }),
    async tamper(statement, values = []) {
      const client = await admin.connect();
      try {
        await client.query(`SET session_replication_role = 'replica'`);
        await client.query(statement, [...values]);
      } finally {
        await client.query(`SET session_replication_role = 'origin'`);
        client.release();
      }
    },
  };
  for (const table of ['audit_seal', 'audit_log', 'journal', 'login_attempt'])
    await chain.tamper(`DELETE FROM ${table}`);
  return chain;
}

async function newest(admin: pg.Pool, table: 'audit_log' | 'journal'): Promise<bigint> {
  const { rows } = await admin.query<{ id: bigint }>(`SELECT max(id) AS id FROM ${table}`);
  return rows[0]?.id ?? 0n;
}
