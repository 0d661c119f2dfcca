import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditFindingName } from '@suanpan/domain/audit/findings';
import { beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { createVault } from '../../../platform/crypto/vault.ts';
import type { Vault } from '../../../platform/crypto/vault.ts';
import { sealAudit } from './seal-audit.ts';
import { openChain } from './testing/open-chain.ts';
import type { TestChain } from './testing/open-chain.ts';

const base = await testDatabase();
const foreignVault = createVault({
  sealing: [{ id: 'foreign', key: Buffer.alloc(32, 8) }],
  lookup: Buffer.alloc(32, 9),
});
let chain: TestChain;
/** Rows of the log and journals in the order they were written; the ids between them were drawn and rolled back. */
let rows: bigint[];
let journals: bigint[];
let rolledBack: { row: bigint; journal: bigint };

beforeEach(async () => {
  chain = await openChain(base);
  rows = [await chain.write('1'), await chain.write('2')];
  journals = [await chain.post(1n), await chain.post(2n)];
  rolledBack = await drawInVain();
  rows.push(await chain.write('3'));
  journals.push(await chain.post(3n));
  await chain.seal();
  for (let n = 4n; ; n += 1n) {
    rows.push(await chain.write(String(n)));
    journals.push(await chain.post(n));
    await chain.seal();
    // Transactions of tests beside this one hold the snapshot back for moments.
    const { rows: given } = await base.admin.query(
      `SELECT FROM audit_seal WHERE given_up @> CASE source WHEN 'log' THEN $1::bigint ELSE $2::bigint END`,
      [rolledBack.row, rolledBack.journal],
    );
    if (given.length === 2) break;
    await sleep(20);
  }
  expect((await chain.verify()).findings).toEqual([]);
});

interface Alteration {
  readonly what: string;
  readonly act: () => Promise<unknown>;
  readonly found: () => Partial<Record<AuditFindingName, string>>;
}

const onRow = (set: string) => () => chain.tamper(`UPDATE audit_log SET ${set} WHERE id = $1`, [rows[1]]);
const onJournal = (set: string) => () =>
  chain.tamper(`UPDATE journal SET ${set} WHERE id = $1`, [journals[1]]);
const rowChanged = () => ({ rowChanged: String(rows[1]) });
const journalChanged = () => ({ journalChanged: String(journals[1]) });
const lastBlock = async () =>
  (await base.admin.query<{ id: bigint }>('SELECT max(id) AS id FROM audit_seal')).rows[0]?.id ?? 0n;
let end: bigint;

const alterations: Alteration[] = [
  { what: 'another act', act: onRow(`act = 'clock.stop'`), found: rowChanged },
  { what: 'another actor', act: onRow('actor_id = 2'), found: rowChanged },
  {
    what: 'another time, by a microsecond',
    act: onRow(`at = at + interval '1 microsecond'`),
    found: rowChanged,
  },
  { what: 'another object', act: onRow(`object_id = '7'`), found: rowChanged },
  { what: 'another value inside', act: onRow(`after = '{"note": "6"}'`), found: rowChanged },
  {
    what: 'a row removed from the middle',
    act: () => chain.tamper('DELETE FROM audit_log WHERE id = $1', [rows[1]]),
    found: () => ({ rowRemoved: String(rows[1]) }),
  },
  {
    what: 'the last row removed',
    act: () => chain.tamper('DELETE FROM audit_log WHERE id = $1', [rows.at(-1)]),
    found: () => ({ rowRemoved: String(rows.at(-1)) }),
  },
  {
    what: 'every row removed',
    act: () => chain.tamper('TRUNCATE audit_log'),
    found: () => ({ rowRemoved: `${rows[0]}–${rows[1]}, ${rows[2]}–${rows.at(-1)}` }),
  },
  {
    what: 'a row added under an old id',
    act: () => copyRow(rolledBack.row),
    found: () => ({ rowInserted: String(rolledBack.row) }),
  },
  { what: 'a row added before the first', act: () => copyRow(-5n), found: () => ({ rowInserted: '-5' }) },
  {
    what: 'a row added ahead of its time',
    act: async () => {
      await copyRow(900_000n);
      expect(await chain.seal()).toBeUndefined();
    },
    found: () => ({ rowInserted: '900000' }),
  },
  {
    what: 'two rows that change places',
    act: () =>
      chain.tamper(
        `UPDATE audit_log a SET (at, object_id) = (
           SELECT b.at, b.object_id FROM audit_log b WHERE b.id = $1::bigint + $2::bigint - a.id)
         WHERE id IN ($1, $2)`,
        [rows[0], rows[1]],
      ),
    found: () => ({ rowsSwapped: `${rows[0]}–${rows[1]}` }),
  },
  { what: 'another amount', act: onJournal(`amounts = '{60000,-60000}'`), found: journalChanged },
  {
    what: 'one leg more',
    act: onJournal(`account_ids = '{1,2,3}', amounts = '{50000,-40000,-10000}',
      balances_after = '{}', versions = '{}'`),
    found: journalChanged,
  },
  { what: 'another account', act: onJournal(`account_ids = '{1,3}'`), found: journalChanged },
  {
    what: 'another posting time',
    act: onJournal(`posted_at = posted_at - interval '1 day'`),
    found: journalChanged,
  },
  { what: 'another actor of a journal', act: onJournal('actor_id = 9'), found: journalChanged },
  {
    what: 'a journal removed',
    act: () => chain.tamper('DELETE FROM journal WHERE id = $1', [journals[1]]),
    found: () => ({ journalRemoved: String(journals[1]) }),
  },
  {
    what: 'a journal added under an old id',
    act: () =>
      chain.tamper(
        `INSERT INTO journal (id, event, ref_id, seq, book, currency, posted_at, account_ids, amounts, balances_after, versions)
         SELECT $1, event, 77, seq, book, currency, posted_at, account_ids, amounts, balances_after, versions
         FROM journal WHERE id = $2`,
        [rolledBack.journal, journals[1]],
      ),
    found: () => ({ journalInserted: String(rolledBack.journal) }),
  },
  {
    what: 'two journals that change places',
    act: async () => {
      const move = 'UPDATE journal SET id = $2 WHERE id = $1';
      await chain.tamper(move, [journals[0], -1n]);
      await chain.tamper(move, [journals[1], journals[0]]);
      await chain.tamper(move, [-1n, journals[1]]);
    },
    found: () => ({ journalsSwapped: `${journals[0]}–${journals[1]}` }),
  },
  {
    what: 'a block changed',
    act: () => chain.tamper(`UPDATE audit_seal SET sealed_at = sealed_at - interval '1 day' WHERE id = 2`),
    found: () => ({ blockChanged: '2' }),
  },
  {
    what: 'a row changed together with its block',
    act: async () => {
      await onRow(`act = 'clock.stop'`)();
      await chain.tamper(`UPDATE audit_seal b SET digest = (
        SELECT sha256(string_agg(r.digest, '' ORDER BY r.id)) FROM seal_rows(b.source, b.ids) r) WHERE id = 1`);
    },
    found: () => ({ blockChanged: '1' }),
  },
  {
    what: 'a block removed from the middle',
    act: () => chain.tamper('DELETE FROM audit_seal WHERE id = 2'),
    found: () => ({ blockMissing: '2' }),
  },
  {
    what: 'the last block cut off',
    act: () => chain.tamper('DELETE FROM audit_seal WHERE id = $1', [end]),
    found: () => ({ tailCut: String(end) }),
  },
  {
    what: 'the last block cut off with its rows',
    act: async () => {
      await chain.tamper('DELETE FROM audit_seal WHERE id > $1', [end - 2n]);
      await chain.tamper('DELETE FROM audit_log WHERE id = $1', [rows.at(-1)]);
      await chain.tamper('DELETE FROM journal WHERE id = $1', [journals.at(-1)]);
    },
    found: () => ({ tailCut: `${end - 1n}–${end}` }),
  },
  {
    what: 'every block removed',
    act: () => chain.tamper('DELETE FROM audit_seal'),
    found: () => ({ tailCut: `1–${end}` }),
  },
  {
    what: 'every block removed, a row changed, and all of it sealed anew by the product itself',
    act: async () => {
      await chain.tamper('DELETE FROM audit_seal');
      await onRow(`act = 'clock.stop'`)();
      await sealAnew(base.vault);
    },
    found: () => ({ chainRemade: expect.stringMatching(/^2–\d+$/) }),
  },
  {
    what: 'a chain remade with another key',
    act: async () => {
      await chain.tamper('DELETE FROM audit_seal');
      await sealAnew(foreignVault);
    },
    found: () => ({
      blockChanged: expect.stringMatching(/^1–\d+$/),
      chainRemade: expect.stringMatching(/^2–\d+$/),
    }),
  },
  {
    what: 'a kept head altered',
    act: async () => {
      const [file, text] = await keptHeads();
      await writeFile(
        file,
        text.replace(/[0-9a-f]/, (digit) => (digit === '9' ? '8' : '9')),
      );
    },
    found: () => ({ headAltered: expect.stringMatching(/\.heads:1$/) }),
  },
  {
    what: 'a head of a foreign key added',
    act: async () =>
      appendFile((await keptHeads())[0], `2026-01-01T00:00:00.000000Z\t99\t${'a'.repeat(64)}\t00\n`),
    found: () => ({ headAltered: expect.stringMatching(/\.heads:\d+$/) }),
  },
  {
    what: 'the kept heads thrown away',
    act: async () => rm((await keptHeads())[0]),
    found: () => ({ headsMissing: `1–${end}` }),
  },
];

test.each(alterations)(
  '$what is told by name, even when the owner of the database did it',
  async ({ act, found }) => {
    end = await lastBlock();
    await act();
    const proof = await chain.verify();
    expect(proof.passed).toBe(false);
    expect(Object.fromEntries(proof.findings.map(({ name, where }) => [name, where]))).toEqual(found());
  },
);

interface SignInAlteration {
  readonly what: string;
  readonly act: string;
  readonly found: (ids: readonly bigint[]) => Partial<Record<AuditFindingName, string>>;
}
const onAttempt = (set: string): SignInAlteration => ({
  what: set,
  act: `UPDATE login_attempt SET ${set} WHERE id = $2 AND id <> $1 AND id <> $3`,
  found: ([, second]) => ({ signInChanged: String(second) }),
});
const signInAlterations: SignInAlteration[] = [
  onAttempt("outcome = 'success'"),
  onAttempt("username = 'nobody'"),
  onAttempt("ip = '192.0.2.9'"),
  onAttempt('user_id = 7'),
  onAttempt('user_agent = NULL'),
  onAttempt("at = at - interval '1 microsecond'"),
  {
    what: 'an attempt removed',
    act: 'DELETE FROM login_attempt WHERE id = $2 AND id <> $1 AND id <> $3',
    found: ([, second]) => ({ signInRemoved: String(second) }),
  },
  {
    what: 'the last attempt removed',
    act: 'DELETE FROM login_attempt WHERE id = $3 AND id <> $1 AND id <> $2',
    found: (ids) => ({ signInRemoved: String(ids.at(-1)) }),
  },
  {
    what: 'an attempt added ahead of its time',
    act: `INSERT INTO login_attempt (id, username, ip, outcome) OVERRIDING SYSTEM VALUE
          SELECT 900000, username, ip, outcome FROM login_attempt WHERE id = $1 AND id <> $2 AND id <> $3`,
    found: () => ({ signInInserted: '900000' }),
  },
  {
    what: 'two attempts that change places',
    act: `UPDATE login_attempt a SET (at, username) = (
            SELECT b.at, b.username FROM login_attempt b WHERE b.id = $1::bigint + $2::bigint - a.id)
          WHERE id IN ($1, $2) AND id <> $3`,
    found: (ids) => ({ signInsSwapped: `${ids[0]}–${ids[1]}` }),
  },
];

test.each(signInAlterations)('of the sign-ins: $what is told by name', async ({ act, found }) => {
  const ids = [await chain.knock('one'), await chain.knock('two'), await chain.knock('three')];
  await chain.seal();
  expect((await chain.verify()).findings).toEqual([]);
  await chain.tamper(act, ids);
  const proof = await chain.verify();
  expect(proof.passed).toBe(false);
  expect(Object.fromEntries(proof.findings.map(({ name, where }) => [name, where]))).toEqual(found(ids));
});

/** Two transactions that drew ids and were rolled back. */
async function drawInVain(): Promise<{ row: bigint; journal: bigint }> {
  const { rows: drawn } = await base.admin.query<{ row: bigint; journal: bigint }>(
    `SELECT nextval('audit_log_id_seq') AS row, nextval('journal_id') AS journal`,
  );
  return drawn[0] ?? { row: 0n, journal: 0n };
}

function copyRow(id: bigint): Promise<void> {
  return chain.tamper(
    `INSERT INTO audit_log (id, at, act, object_kind, object_id) OVERRIDING SYSTEM VALUE
     SELECT $1, at, act, object_kind, object_id FROM audit_log WHERE id = $2`,
    [id, rows[1]],
  );
}

/** Row by row, so that there are no fewer blocks than before. */
async function sealAnew(vault: Vault): Promise<void> {
  while (await sealAudit(base.database, vault, { most: 1, patienceMs: 0 }));
}

async function keptHeads(): Promise<[file: string, text: string]> {
  const [name = ''] = await readdir(chain.folder);
  const file = join(chain.folder, name);
  return [file, await readFile(file, 'utf8')];
}
