import { describe, expect, test } from 'vitest';
import { allowedWhileActing } from '@suanpan/domain/access/sensitive';
import { createApiKey } from '@suanpan/contract/endpoints/api-keys';
import { z } from 'zod';
import { prove } from '../../src/modules/ledger/index.ts';
import { openHouse } from '../open-house.ts';
import { askRow } from './ask-row.ts';
import { gather } from './cast.ts';
import { readContract } from './read-contract.ts';
import { allRows as rows } from './rows/all.ts';
import { watchWrites } from './watch-writes.ts';
import { whileActing } from './while-acting.ts';

/** Bytes, or a document, instead of an envelope: bound beside the contract, and in the table all the same. */
const files: readonly string[] = [
  'POST /settings/oem/logo',
  'POST /payment/apply/batches',
  'POST /payment/slips',
  'GET /payment/slips/{hash}',
  'GET /statements/{name}',
  'POST /withdraws/slips',
  'POST /collection/deposits/slips',
  'GET /collection/deposits/slips/{hash}',
  'GET /withdraws/slips/{hash}',
  'GET /backup',
  'POST /reconciliation/imports',
  'POST /claimOrder/files',
  'GET /branding/logo/{hash}',
  'GET /download/{file}',
  'GET /openapi.json',
  'GET /checkout/{t}/form',
];

const house = await openHouse();
const cast = await gather(house);
const watch = await watchWrites(house.base.admin);

const endpoints = await readContract();
const contract = [...endpoints.keys()];
const served = house.routes
  .filter(({ path }) => path.startsWith('/api/') && !/^\/api\/(v1|v2|epay|notify)\//.test(path))
  .map(({ method, path }) => `${method} ${path.slice('/api'.length).replaceAll(/:(\w+)/g, '{$1}')}`)
  .toSorted();

describe('the table and the routes', () => {
  test('every endpoint of the contract has its row, and every row its endpoint', () => {
    const known = rows.map(({ call }) => call).filter((call) => !files.includes(call));
    expect(known.toSorted()).toEqual(contract.toSorted());
  });

  test('every route that is served has its row: none is opened beside the contract', () => {
    const others = rows.map(({ call }) => call).filter((call) => !ofTheDemo.has(call));
    expect(others.toSorted()).toEqual(served);
  });
});

/** Of strangers, and routes only where there is a demo, which this house is not. */
const ofTheDemo: ReadonlySet<string> = new Set([
  'GET /demo/progress',
  'GET /demo/accounts',
  'POST /demo/login',
]);

/** How a field is called that holds what is told once: a key's answers are kept in the open for a day. */
const secretField = /secret|password|token|seed|link|url|ticket|otp|challenge|private|recovery/i;

/** They keep the id of what was made, and say the rest anew each time. */
const keepsTheIdAlone: ReadonlySet<string> = new Set(['/collection/create']);

test('no answer that is kept under a key holds a secret', () => {
  const kept = [...endpoints.values()].filter(({ idempotent }) => idempotent === true);
  expect(kept.length).toBeGreaterThan(10);
  const namesOf = (output: z.ZodType) =>
    [
      ...JSON.stringify(z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' })).matchAll(
        /"(\w+)":\{/g,
      ),
    ].map(([, name]) => name ?? '');
  for (const { output, path } of kept.filter((each) => !keepsTheIdAlone.has(each.path)))
    expect(
      namesOf(output).filter((name) => secretField.test(name)),
      path,
    ).toEqual([]);
  // Such names are seen where they stand.
  expect(namesOf(createApiKey.output)).toContain('secret');
});

describe('whoever acts for another', () => {
  test('may call what is on the list, and nothing else is marked as open to him', () => {
    const marked = [...endpoints].flatMap(([call, { whileActing: mark }]) =>
      mark === undefined ? [] : [call],
    );
    const listed = [...whileActing].filter((call) => !files.includes(call));
    expect(marked.toSorted()).toEqual(listed.toSorted());
  });

  test('is let in nowhere with a right that a visitor never has', () => {
    for (const [call, { access }] of endpoints) {
      if (!whileActing.has(call) || !('permission' in access)) continue;
      expect(allowedWhileActing.has(access.permission), call).toBe(true);
    }
  });
});

describe.each(rows)('$call', (row) => {
  test('answers everybody as the table says, and changes nothing for those it refuses', async () => {
    expect(await askRow(house, cast, watch, row)).toEqual([]);
  });
});

test('after all that everybody did, each account, key, right and list is what the log says last of it', async () => {
  const { rows: noted } = await house.base.admin.query<{ kind: string }>(
    `SELECT DISTINCT split_part(object_id, ' ', 1) AS kind FROM audit_log WHERE act = 'record.note' ORDER BY 1`,
  );
  expect(noted.map(({ kind }) => kind)).toEqual([
    'accountChange',
    'block_entry',
    'role',
    'upstreamKey',
    'user',
    'webhookEndpoint',
  ]);
  const { checks } = await prove(house.base.database);
  expect(checks.find(({ name }) => name === 'T8')).toMatchObject({ passed: true, examples: [] });
});
