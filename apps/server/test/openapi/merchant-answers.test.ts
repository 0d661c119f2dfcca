import type { JsonSchema } from '@suanpan/contract/openapi/json-schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openMerchantApi } from '../../src/modules/merchant-api/testing/open-merchant-api.ts';
import { arbitraryOf } from './arbitrary-of.ts';
import { answerOf, callsOf, merchantDocument, ownParameters, schemaCheck } from './schema-check.ts';
import type { DescribedCall } from './schema-check.ts';

/**
 * The merchant API against its own description: requests are made from the document alone, right ones and wrong ones, and
 * sent signed through the real server; each answer is one that the document foretells.
 */
const api = await openMerchantApi();
const key = await api.issueKey(api.tenant.merchantId, { perMinute: 100_000 });
const known: Record<string, string[]> = { collections: [], events: [] };
for (const fields of [{}, { method: 'bank_transfer' }, { payer: { name: 'Wang' } }]) {
  const made = await api.call(key, 'POST', '/api/v2/collections', api.order(fields));
  known['collections']?.push(made.json.id);
}
const check = schemaCheck(merchantDocument);
const calls = callsOf(merchantDocument).filter(({ operation }) => operation.security.length > 0);

const beyondDescription = ['/collections cursor', '/payouts cursor', '/simulate/collections/{id} amount'];

describe.each(calls)('$method $path', (call) => {
  test('answers what is right by the description, and as it says', async () => {
    await fc.assert(
      fc.asyncProperty(requests(call), async (request) => {
        const { field, status } = await send(call, request);
        // The description cannot say that two filters shut each other out, nor which currency a known order has.
        if (status === 400) expect(beyondDescription).toContain(`${call.path} ${field}`);
      }),
      { numRuns: 40 },
    );
  });

  test('answers whatever is wrong as the description says', async () => {
    await fc.assert(
      fc.asyncProperty(requests(call), fc.jsonValue(), fc.nat(), async (request, other, at) => {
        await send(call, spoil(request, other, at));
      }),
      { numRuns: 40 },
    );
  });
});

interface Request {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

function requests({ operation, path }: DescribedCall): fc.Arbitrary<Request> {
  const given = (where: 'path' | 'query') => {
    const parameters = ownParameters(operation).filter((each) => each.in === where);
    return arbitraryOf({
      type: 'object',
      properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
      required: parameters.filter(({ required }) => required === true).map(({ name }) => name),
    }) as fc.Arbitrary<Record<string, unknown>>;
  };
  const kind = path.includes('/events') ? 'events' : 'collections';
  const ids = known[kind] ?? [];
  const body: JsonSchema | undefined = operation.requestBody?.content['application/json']?.schema;
  return fc
    .record({
      names: given('path'),
      query: given('query'),
      body: body === undefined ? fc.constant(undefined) : bodies(body),
      // What exists as often as what does not.
      id: ids.length === 0 ? fc.constant(undefined) : fc.option(fc.constantFrom(...ids), { nil: undefined }),
    })
    .map(({ names, query, body: sent, id }) => ({
      path: path.replace('{id}', encodeURIComponent(String(id ?? names['id']))),
      query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
      body: sent,
    }));
}

/** What is said of several fields at once is met by leaving out what does not meet it. */
function bodies(schema: JsonSchema): fc.Arbitrary<unknown> {
  return arbitraryOf(schema).filter((body) => check(schema, body).length === 0);
}

/** Something in the request becomes something else. */
function spoil(request: Request, other: unknown, at: number): Request {
  const text = typeof other === 'string' ? other : JSON.stringify(other);
  if (request.body === undefined)
    return { ...request, query: { ...request.query, [nameAt(request.query, at)]: text } };
  const body = request.body as Record<string, unknown>;
  return { ...request, body: at % 4 === 0 ? other : { ...body, [nameAt(body, at)]: other } };
}

function nameAt(fields: object, at: number): string {
  const names = [...Object.keys(fields), 'no_such_field'];
  return names[at % names.length] ?? '';
}

async function send({ method, operation }: DescribedCall, { path, query, body }: Request) {
  const search = String(new URLSearchParams(query));
  const url = `/api/v2${path}${search === '' ? '' : `?${search}`}`;
  const sent = body === undefined ? '' : JSON.stringify(body);
  const { headers, json, signed, status, text } = await api.call(key, method as 'GET', url, sent);
  const told = `${method} ${url} ${sent}: ${status} ${text}`;
  const answer = answerOf(merchantDocument, operation, status);
  expect(answer, told).toBeDefined();
  expect(status, told).toBeLessThan(500);
  expect(headers['content-type'], told).toBe('application/json; charset=utf-8');
  expect(signed, told).toBe(true);
  expect(check(answer?.content?.['application/json']?.schema ?? {}, json), told).toEqual([]);
  return { status, field: (json as { error?: { field: string | null } }).error?.field };
}
