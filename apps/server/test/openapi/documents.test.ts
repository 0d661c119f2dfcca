import { merchantCalls } from '@suanpan/contract/merchant/v2-calls';
import type { MediaType } from '@suanpan/contract/openapi/document';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { gather } from '../authorization/cast.ts';
import { readContract } from '../authorization/read-contract.ts';
import { openHouse } from '../open-house.ts';
import { backOfficeDocument, callsOf, merchantDocument, ownParameters, schemaCheck } from './schema-check.ts';
import type { DescribedCall } from './schema-check.ts';

const documents = [
  ['merchant API', merchantDocument],
  ['back office', backOfficeDocument],
] as const;
const contract = await readContract();

describe.each(documents)('the description of the %s', (_name, document) => {
  test('is valid OpenAPI 3.1, as a validator of others has it', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document) as never);
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
  });

  test('names every call once', () => {
    const names = callsOf(document).map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
  });

  test('writes patterns that need no flag and mean the same in any language', () => {
    for (const pattern of patternsIn(document)) {
      expect(() => [new RegExp(pattern), new RegExp(pattern, 'u')], pattern).not.toThrow();
      expect(pattern).not.toMatch(/\\[dpPwW]|\(\?<?[a-z]/);
    }
  });

  test.each(callsOf(document))('$method $path gives examples that its own schemas take', ({ operation }) => {
    const check = schemaCheck(document);
    for (const { name, schema, example } of ownParameters(operation)) {
      if (example !== undefined) expect(check(schema, example), name).toEqual([]);
    }
    for (const [schema, example] of examplesIn(operation.requestBody?.content)) {
      expect(check(schema, example), 'request').toEqual([]);
    }
    for (const [status, answer] of Object.entries(operation.responses)) {
      if ('$ref' in answer) continue;
      for (const [schema, example] of examplesIn(answer.content))
        expect(check(schema, example), status).toEqual([]);
    }
  });
});

test.each(callsOf(backOfficeDocument))('$method $path: the contract takes the examples', (call) => {
  const endpoint = contract.get(`${call.method} ${call.path}`);
  // Files have no endpoint.
  if (endpoint === undefined) return;
  expect(faults(endpoint.input, inputOf(call))).toEqual([]);
  const [[, answered] = []] = examplesIn(contentOf(call, 200));
  expect(faults(endpoint.output, (answered as { data: unknown }).data)).toEqual([]);
});

test.each(merchantCalls)('$method $path of the merchant API: the contract takes the examples', (shape) => {
  const call = callsOf(merchantDocument).find(
    ({ method, path }) => method === shape.method && path === shape.path,
  );
  if (call === undefined) throw new Error('It is not described');
  const { id, ...sent } = inputOf(call);
  // One or the other: a page has no order number.
  const { order_no: _one, ...query } = sent;
  expect(faults(shape.input, shape.method === 'GET' ? query : sent)).toEqual([]);
  if (shape.id !== undefined) expect(faults(shape.id, id)).toEqual([]);
  for (const [status, { output }] of Object.entries(shape.answers)) {
    const [[, answered] = []] = examplesIn(contentOf(call, Number(status)));
    expect(faults(output, answered), status).toEqual([]);
  }
});

/** Strangers find these only where there is a demo, which this house is not. */
const ofTheDemo: ReadonlySet<string> = new Set(['/demo/accounts', '/demo/login', '/demo/progress']);
const servedDocument = {
  ...backOfficeDocument,
  paths: Object.fromEntries(
    Object.entries(backOfficeDocument.paths).filter(([path]) => !ofTheDemo.has(path)),
  ),
};

/** Calls in the forms of merchants, shops and providers, and a page for payers, which is no JSON. */
const ofOthers = / \/api\/(v1|v2|notify|epay|checkout\/\{t\}\/form|statements\/\{name\})(\/|$)/;

describe('a server', async () => {
  const house = await openHouse();
  const cast = await gather(house);

  test('serves every call that is described, and describes every call that it serves', () => {
    const served = house.routes
      .filter(({ path, method }) => !path.endsWith('*') && method !== 'HEAD')
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    const under = (prefix: string, not: RegExp): string[] =>
      served.filter((call) => call.includes(` ${prefix}`) && !not.test(call)).toSorted();
    const described = (document: typeof merchantDocument, base: string): string[] =>
      callsOf(document)
        .map(({ method, path }) => `${method} ${base}${path}`)
        .toSorted();
    expect(described(merchantDocument, '/api/v2')).toEqual(under('/api/v2/', /^$/));
    expect(described(servedDocument, '/api')).toEqual(under('/api/', ofOthers));
  });

  test('gives the merchant API to everybody and the back office to whoever is signed in', async () => {
    const open = await house.app.inject('/api/v2/openapi.json');
    expect(open.json()).toEqual(JSON.parse(JSON.stringify(merchantDocument)));
    const closed = await house.app.inject('/api/openapi.json');
    expect(closed.json<{ code: number }>().code).toBe(10_001);
    const token = (await cast.enter()).get('merchant') ?? '';
    const given = await house.app.inject({
      url: '/api/openapi.json',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(given.json()).toEqual(JSON.parse(JSON.stringify(servedDocument)));
  });
});

function examplesIn(content: Readonly<Record<string, MediaType>> = {}) {
  return Object.values(content).flatMap(({ schema, example }) =>
    example === undefined ? [] : [[schema, example] as const],
  );
}

function contentOf({ operation }: DescribedCall, status: number) {
  const answer = operation.responses[String(status)];
  return answer !== undefined && !('$ref' in answer) ? answer.content : undefined;
}

/** Everything that a caller gives, as the contract has it: path, query and body in one. */
function inputOf({ operation }: DescribedCall): Record<string, unknown> {
  const [[, body] = []] = examplesIn(operation.requestBody?.content);
  const named = ownParameters(operation).map(({ name, example }) => [name, example] as const);
  return { ...Object.fromEntries(named), ...(body as object) };
}

function faults(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value);
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

function patternsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'pattern' && typeof inner === 'string' ? [inner] : patternsIn(inner),
  );
}
