import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { auditKinds, ownActs } from '@suanpan/domain/audit/acts';
import { isAuditField } from '@suanpan/domain/audit/fields';
import * as access from '@suanpan/contract/endpoints/audit';
import { collectionFilters } from '@suanpan/contract/endpoints/collections';
import { users } from '@suanpan/contract/endpoints/users';
import { describeChanges } from './describe-changes.ts';
import type { AuditEntry } from './index.ts';

const server = new URL('../../../', import.meta.url);

test('an act or a field without a word does not compile', () => {
  const entry = { actorId: null, objectKind: 'user', objectId: '1' } as const;
  const rows: AuditEntry[] = [
    // @ts-expect-error An act that has no word.
    { ...entry, act: 'user.rename' },
    // @ts-expect-error A field that has no word.
    { ...entry, act: 'profile.update', after: { shoe_size: 44 } },
  ];
  expect(rows).toHaveLength(2);
});

test('acts that SQL writes have words too', async () => {
  const written = new Set<string>();
  for (const folder of ['migrations/', 'src/modules/']) {
    const files = await readdir(new URL(folder, server), { recursive: true });
    for (const file of files.filter((name) => name.endsWith('.sql') || name.endsWith('.store.ts'))) {
      const text = await readFile(new URL(folder + file, server), 'utf8');
      for (const [, act = '', kind = ''] of text.matchAll(
        /INSERT INTO audit_log[^;`]*?SELECT[^;`]*?'([\w.]+)', '(\w+)'/g,
      )) {
        written.add(act);
        expect(auditKinds, kind).toContain(kind);
      }
    }
  }
  expect(written.size).toBeGreaterThan(4);
  for (const act of written) expect(ownActs, act).toContain(act);
});

/** The names of an object as SQL builds it: every other of what stands between its brackets. */
function namesBuilt(text: string): string[] {
  const parts: string[] = [];
  let part = '';
  let depth = 0;
  for (const sign of text) {
    if (sign === '(' || sign === '[') depth += 1;
    if (sign === ')' || sign === ']') depth -= 1;
    if (depth < 0) break;
    if (sign === ',' && depth === 0) {
      parts.push(part);
      part = '';
    } else part += sign;
  }
  return [...parts, part].filter((_, n) => n % 2 === 0).map((name) => name.trim().replaceAll("'", ''));
}

test('fields that SQL writes have words too', async () => {
  const written = new Set<string>();
  const folder = new URL('migrations/', server);
  for (const file of await readdir(folder)) {
    const text = await readFile(new URL(file, folder), 'utf8');
    const telling = [
      ...text.matchAll(/INSERT INTO audit_log[^;]*?(?:;|\n\s*\))/g),
      ...text.matchAll(/PERFORM note_payout\([^;]*;/g),
      ...text.matchAll(/FUNCTION (?:\w+_facts|payout_origin)\([^$]*\$\$[^$]*\$\$/g),
    ].map(([part]) => part);
    // Its row is read as one act an order, with the facts of that order.
    for (const part of telling.filter((one) => !one.includes("'collection.create'"))) {
      for (const { 0: opening, index } of part.matchAll(/jsonb?_build_object\(/g)) {
        for (const name of namesBuilt(part.slice(index + opening.length))) written.add(name);
      }
    }
  }
  expect(written.size).toBeGreaterThan(15);
  for (const name of written) expect(isAuditField(name.replace(/_minor$/, '')), name).toBe(true);
});

test('what an export was filtered by has words', () => {
  const filters = [
    collectionFilters,
    users.input.shape,
    access.operationLogs.input.shape,
    access.loginLogs.input.shape,
    access.operationAnalysis.input.shape,
  ];
  const paging = new Set(['page', 'paginate', 'cursor', 'sort']);
  for (const name of filters.flatMap((filter) => Object.keys(filter)).filter((key) => !paging.has(key))) {
    expect(isAuditField(name), name).toBe(true);
  }
});

test('the effect of what waits for approval is told like any other change', () => {
  const rows = [{ field: 'frozen', before: '1.0000', after: '2.0000' }];
  const after = { act: 'users.editFrozen', rows };
  expect(describeChanges({ from_status: null, to_status: 'waiting', before: null, after })).toEqual([
    { field: 'status', before: null, after: 'waiting' },
    { field: 'frozen', before: '1.0000', after: '2.0000' },
    { field: 'act', before: null, after: 'users.editFrozen' },
  ]);
});

test('a list in place of fields has a field of its own', () => {
  const change = { from_status: null, to_status: null, before: ['a'], after: ['a', 'b'] };
  expect(describeChanges(change)).toEqual([{ field: 'value', before: 'a', after: 'a, b' }]);
});
