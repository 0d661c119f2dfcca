import { merchantErrors } from '@suanpan/domain/merchant-errors';
import { merchantCalls, ownStatuses } from '../merchant/v2-calls.ts';
import type { MerchantCallShape } from '../merchant/v2-calls.ts';
import {
  json,
  license,
  localization,
  object,
  operationId,
  pathsOf,
  requestId,
  retryAfter,
  sharedHeaders,
  text,
} from './document.ts';
import type { Answer, OpenApi, Operation, Parameter, Reference } from './document.ts';
import { exampleOf } from './example-of.ts';
import { jsonSchemaOf } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';

/** The merchant API v2, for those who build against it and for whatever tries it out. */
export function describeMerchantApi(): OpenApi {
  const calls = merchantCalls.map(({ method, path, ...call }) => ({
    method,
    path,
    operation: describe({ method, path, ...call }),
  }));
  return {
    openapi: '3.1.0',
    info: { title: 'Suanpan merchant API', version: '2', description, license },
    servers: [{ url: '/api/v2' }],
    paths: pathsOf([...calls, ownDocument]),
    components: {
      securitySchemes: Object.fromEntries(
        Object.entries(signedHeaders).map(([scheme, { name, says }]) => [
          scheme,
          { type: 'apiKey', in: 'header', name, description: says },
        ]),
      ),
      schemas: {},
      parameters: { Localization: localization },
      headers: {
        ...sharedHeaders,
        Timestamp: { description: 'Unix seconds of the answer.', schema: text },
        Signature: {
          description:
            'Lower hex HMAC-SHA256 of timestamp, status and hex(sha256(body)), joined by line feeds, with the secret of the request. Absent while the caller is not proven.',
          schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
        },
        Replayed: { description: '`true` when the same request was answered before.', schema: text },
      },
      responses: Object.fromEntries(statuses.map((status) => [`Error${status}`, refusalOf(status)])),
    },
  };
}

const description = `Every request carries four headers: \`X-Api-Key\`, \`X-Timestamp\` (Unix seconds, within 300 s),
\`X-Nonce\` (8 to 64 letters, digits or hyphens, used once) and \`X-Signature\`: lower hex HMAC-SHA256 with the key's secret
over method, path, sorted raw query, timestamp, nonce and hex(sha256(body)), joined by line feeds; an empty query is an
empty line. Amounts are decimal strings in major units. Fields are added to answers at any time.`;

const signedHeaders = {
  apiKey: { name: 'X-Api-Key', says: 'The key.' },
  timestamp: { name: 'X-Timestamp', says: 'Unix seconds, within 300 s of the server’s clock.' },
  nonce: { name: 'X-Nonce', says: '8 to 64 letters, digits or hyphens; good for one request.' },
  signature: { name: 'X-Signature', says: 'Lower hex HMAC-SHA256 over the request, see above.' },
} as const;
const signed = Object.fromEntries(Object.keys(signedHeaders).map((scheme) => [scheme, []]));

const statuses = [...new Set<number>(Object.values(merchantErrors))].toSorted((left, right) => left - right);
const isOwn = (status: number): boolean => (ownStatuses as readonly number[]).includes(status);

function refusalOf(status: number): Answer {
  const names = Object.entries(merchantErrors).flatMap(([name, http]) => (http === status ? [name] : []));
  const error = object({
    code: { type: 'string', enum: names },
    message: text,
    field: { type: ['string', 'null'] },
    request_id: text,
  });
  return {
    description: names.join(', '),
    headers: {
      ...requestId,
      ...signature,
      ...((status === 409 || status === 429 || status === 503) && retryAfter),
    },
    content: json(object({ error })),
  };
}

const signature = {
  'X-Timestamp': { $ref: '#/components/headers/Timestamp' },
  'X-Signature': { $ref: '#/components/headers/Signature' },
} as const;

function describe(call: MerchantCallShape): Operation {
  const { answerExample, answers, id, input, inputExample, method, path, refuses, scope, summary } = call;
  const schema = jsonSchemaOf(input, 'input');
  const refusals = statuses.filter((status) => !isOwn(status) || refuses.some((own) => own === status));
  const headers = {
    ...requestId,
    ...signature,
    ...(200 in answers &&
      201 in answers && { 'Idempotent-Replayed': { $ref: '#/components/headers/Replayed' } }),
  };
  return {
    operationId: operationId(method, path),
    tags: [path.split('/')[1] ?? ''],
    summary,
    description: `Takes the scope \`${scope}\`.`,
    security: [signed],
    parameters: [
      ...(id === undefined ? [] : [parameter('path', 'id', jsonSchemaOf(id, 'input'), true)]),
      ...(method === 'GET' ? queryOf(schema) : []),
      { $ref: '#/components/parameters/Localization' },
    ],
    ...(method === 'POST' && {
      requestBody: {
        // A call that takes no field takes no body either.
        required: inputExample !== undefined,
        content: json(schema, inputExample ?? {}),
      },
    }),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, { says, output }]) => [
          status,
          { description: says, headers, content: json(jsonSchemaOf(output, 'output'), answerExample) },
        ]),
      ),
      ...Object.fromEntries(
        refusals.map((status): [number, Reference] => [
          status,
          { $ref: `#/components/responses/Error${status}` },
        ]),
      ),
    },
  };
}

function queryOf({ properties = {}, required = [] }: JsonSchema): Parameter[] {
  return Object.entries(properties).map(([name, field]) =>
    parameter('query', name, field, required.includes(name)),
  );
}

function parameter(where: Parameter['in'], name: string, schema: JsonSchema, required: boolean): Parameter {
  return { name, in: where, required, schema, example: exampleOf(schema) };
}

const ownDocument: { method: string; path: string; operation: Operation } = {
  method: 'GET',
  path: '/openapi.json',
  operation: {
    operationId: operationId('GET', '/openapi.json'),
    tags: ['openapi'],
    summary: 'This document; it takes no key.',
    security: [],
    responses: {
      200: { description: 'The document.', content: json({ type: 'object' }) },
      ...Object.fromEntries(
        [429, 503].map((status) => [status, { $ref: `#/components/responses/Error${status}` }]),
      ),
    },
  },
};
