import type { Permission } from '@suanpan/domain/access/permissions';
import { catalogue } from '@suanpan/domain/errors';
import type { CatalogueEntry } from '@suanpan/domain/errors';
import { backupFilePath } from '../endpoints/backups.ts';
import { depositSlipPath } from '../endpoints/deposits.ts';
import { logoAnswer, logoPath, logoUploadPath } from '../endpoints/oem.ts';
import { batchRef, batchUploadPath } from '../endpoints/payout-batches.ts';
import { slipAnswer, slipPath } from '../endpoints/payouts.ts';
import { importReport, statementUploadPath } from '../endpoints/reconciliation.ts';
import { transferFilePath, transferReport } from '../endpoints/transfer-files.ts';
import { withdrawalSlipPath } from '../endpoints/withdrawals.ts';
import type { Endpoint } from '../endpoint.ts';
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

/** The back office below /api: what the endpoints say of themselves, in the envelope that holds every answer. */
export function describeBackOffice(endpoints: Iterable<Endpoint>): OpenApi {
  const calls = [...endpoints].map((endpoint) => ({ ...endpoint, operation: describe(endpoint) }));
  return {
    openapi: '3.1.0',
    info: { title: 'Suanpan back office', version: '1', description, license },
    servers: [{ url: '/api' }],
    paths: pathsOf([...calls, ...files()].toSorted((left, right) => (left.path < right.path ? -1 : 1))),
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer', description: 'The token of a login.' } },
      schemas: { Refusal: refusal },
      parameters: { Localization: localization, IdempotencyKey: idempotencyKey },
      headers: {
        ...sharedHeaders,
        Code: { description: '10001 when the session has ended.', schema: text },
      },
      responses: Object.fromEntries(faults.map(([status, answer]) => [`Fault${status}`, answer])),
    },
  };
}

const description = `Every answer is an envelope: \`code\` 0 with \`data\`, or another code with a message in the caller's
language. Refusals are answered with HTTP 200; other statuses stand for faults and limits of the transport. A row beyond
the caller's reach is answered as one that does not exist. Money is a decimal string at the ledger scale of its currency.`;

const entries: readonly (readonly [string, CatalogueEntry])[] = Object.entries(catalogue);
const codes = [...new Set(entries.map(([, { code }]) => code))].filter((code) => code !== 0);

const refusal: JsonSchema = {
  ...object(
    {
      code: {
        type: 'integer',
        enum: codes,
        description: entries.map(([name, { code }]) => `${code} ${name}`).join(', '),
      },
      message: text,
      data: { type: 'null' },
      errors: {
        type: 'object',
        description: 'What is wrong, by field, in the order of the fields.',
        additionalProperties: { type: 'array', items: text },
      },
      request_id: text,
    },
    ['errors', 'request_id'],
  ),
};

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description:
    'The same key and body answers the stored result; the same key with another body is refused (20409).',
  schema: { type: 'string', pattern: '^[!-~]{1,128}$' },
  example: '5f0e4d0c-9a57-4f3f-8a1c-2e44b7a1c0de',
};

/** The real HTTP statuses of the catalogue, each with the codes that come with it. */
const faults: readonly (readonly [number, Answer])[] = [
  ...new Set(entries.flatMap(([, { http }]) => http ?? [])),
]
  .toSorted((left, right) => left - right)
  .map((status) => {
    const told = entries.filter(([, { http }]) => http === status);
    return [
      status,
      {
        description: told.map(([name, { code }]) => `${code} ${name}`).join(', '),
        headers: { ...requestId, ...((status === 429 || status === 503) && retryAfter) },
        content: json({ $ref: '#/components/schemas/Refusal' }),
      },
    ];
  });
const faultAnswers: Readonly<Record<string, Reference>> = Object.fromEntries(
  faults.map(([status]) => [String(status), { $ref: `#/components/responses/Fault${status}` }]),
);

function envelope(data: JsonSchema): Answer {
  const success = object({ code: { const: 0 }, message: text, data });
  return {
    description: 'Done, or refused with a code of its own.',
    headers: { ...requestId, 'X-Code': { $ref: '#/components/headers/Code' } },
    content: json({ oneOf: [success, { $ref: '#/components/schemas/Refusal' }] }, exampleOf(success)),
  };
}

function describe(endpoint: Endpoint): Operation {
  const { access, idempotent, input, method, output, path } = endpoint;
  const { properties = {}, required = [], ...rest } = jsonSchemaOf(input, 'input');
  const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''));
  const named = (where: 'path' | 'query'): Parameter[] =>
    Object.entries(properties)
      .filter(([name]) => inPath.has(name) === (where === 'path'))
      .map(([name, { description: says, ...schema }]) => ({
        name,
        in: where,
        required: where === 'path' || required.includes(name),
        ...(says !== undefined && { description: says }),
        schema,
        example: exampleOf(schema),
      }));
  const isQuery = method === 'GET' || method === 'DELETE';
  const body: JsonSchema = {
    ...rest,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !inPath.has(name))),
    required: required.filter((name) => !inPath.has(name)),
  };
  const hasBody = !isQuery && Object.keys(body.properties ?? {}).length > 0;
  return {
    ...head(method, path, access),
    parameters: [
      ...named('path'),
      ...(isQuery ? named('query') : []),
      ...(idempotent === true ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      { $ref: '#/components/parameters/Localization' },
    ],
    ...(hasBody && { requestBody: { required: true, content: json(body, exampleOf(body)) } }),
    responses: { 200: envelope(jsonSchemaOf(output, 'output')), ...faultAnswers },
  };
}

function head(
  method: string,
  path: string,
  access: Endpoint['access'],
): Pick<Operation, 'operationId' | 'tags' | 'description' | 'security'> {
  return {
    operationId: operationId(method, path),
    tags: [path.split('/')[1] ?? ''],
    description:
      'public' in access
        ? 'Open to everybody.'
        : 'permission' in access
          ? `Takes the permission \`${access.permission}\`.`
          : 'Takes a session; what it may do depends on whom it is about.',
    security: 'public' in access ? [] : [{ session: [] }],
  };
}

/** What is bytes on one side, and therefore no endpoint of the contract. */
function files(): { method: string; path: string; operation: Operation }[] {
  const hash: Parameter = {
    name: 'hash',
    in: 'path',
    required: true,
    schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  };
  const file: Parameter = {
    name: 'file',
    in: 'path',
    required: true,
    schema: { type: 'string', maxLength: 200 },
  };
  const ticket: Parameter = { name: 'ticket', in: 'query', schema: text };
  const picture = { 'image/png': { schema: {} }, 'image/jpeg': { schema: {} }, 'image/webp': { schema: {} } };
  const absent: Answer = { description: 'Not there.' };
  const refused = { $ref: '#/components/schemas/Refusal' } as const;
  type FileCall = readonly [
    string,
    string,
    Endpoint['access'],
    Omit<Operation, keyof ReturnType<typeof head>>,
  ];
  const slip = { ...picture, 'application/pdf': { schema: {} } };
  const slipRoutes = (path: string, permission: Permission): FileCall[] => [
    [
      'POST',
      path,
      { permission },
      {
        requestBody: { required: true, content: slip },
        responses: { 200: envelope(jsonSchemaOf(slipAnswer, 'output')), ...faultAnswers },
      },
    ],
    [
      'GET',
      `${path}/{hash}`,
      { permission },
      {
        parameters: [hash],
        responses: {
          200: {
            description: 'The slip, or why it is not given.',
            content: { ...slip, ...json(refused) },
          },
          ...faultAnswers,
        },
      },
    ],
  ];
  const operations: readonly FileCall[] = [
    [
      'POST',
      logoUploadPath,
      { permission: 'settings.oem.update' },
      {
        requestBody: { required: true, content: picture },
        responses: { 200: envelope(jsonSchemaOf(logoAnswer, 'output')), ...faultAnswers },
      },
    ],
    [
      'GET',
      `${logoPath}/{hash}`,
      { public: true },
      {
        parameters: [hash],
        responses: { 200: { description: 'The picture.', content: picture }, 404: absent, ...faultAnswers },
      },
    ],
    [
      'POST',
      batchUploadPath,
      { session: true },
      {
        parameters: [
          { name: 'customer_id', in: 'query', schema: text },
          { name: 'currency', in: 'query', schema: text },
          { name: 'name', in: 'query', schema: text },
          { $ref: '#/components/parameters/IdempotencyKey' },
        ],
        requestBody: {
          required: true,
          content: {
            'text/csv': { schema: {} },
            'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { schema: {} },
          },
        },
        responses: { 200: envelope(jsonSchemaOf(batchRef, 'output')), ...faultAnswers },
      },
    ],
    [
      'POST',
      statementUploadPath,
      { permission: 'admin.reconciliation.create' },
      {
        parameters: [
          { name: 'channel_account_id', in: 'query', required: true, schema: text },
          { name: 'day', in: 'query', required: true, schema: text },
          { name: 'name', in: 'query', schema: text },
          { name: 'preview', in: 'query', schema: text },
        ],
        requestBody: {
          required: true,
          content: {
            'text/csv': { schema: {} },
            'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { schema: {} },
          },
        },
        responses: { 200: envelope(jsonSchemaOf(importReport, 'output')), ...faultAnswers },
      },
    ],
    [
      'POST',
      transferFilePath,
      { permission: 'claimOrder.import' },
      {
        parameters: [
          { name: 'channel_account_id', in: 'query', required: true, schema: text },
          { name: 'name', in: 'query', schema: text },
        ],
        requestBody: {
          required: true,
          content: {
            'text/csv': { schema: {} },
            'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { schema: {} },
          },
        },
        responses: { 200: envelope(jsonSchemaOf(transferReport, 'output')), ...faultAnswers },
      },
    ],
    ...slipRoutes(slipPath, 'payment.transactions.slip'),
    ...slipRoutes(withdrawalSlipPath, 'withdraws.list.approve'),
    ...slipRoutes(depositSlipPath, 'collections.deposit.create'),
    [
      'GET',
      '/download/{file}',
      { session: true },
      {
        parameters: [file, ticket],
        responses: {
          200: {
            description: 'The file, or why it is not given. With a ticket no session is needed.',
            content: {
              'text/csv': { schema: {} },
              'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { schema: {} },
              ...json(refused),
            },
          },
          404: { ...absent, content: json(refused) },
          ...faultAnswers,
        },
      },
    ],
    [
      'GET',
      backupFilePath,
      { public: true },
      {
        parameters: [ticket],
        responses: {
          200: {
            description: 'The encrypted backup of which the ticket was given, once.',
            content: { 'application/octet-stream': { schema: {} } },
          },
          404: { ...absent, content: json(refused) },
          ...faultAnswers,
        },
      },
    ],
    [
      'GET',
      '/openapi.json',
      { session: true },
      {
        responses: {
          200: { description: 'This document.', content: json({ type: 'object' }) },
          ...faultAnswers,
        },
      },
    ],
  ];
  return operations.map(([method, path, access, rest]) => ({
    method,
    path,
    operation: { ...head(method, path, access), ...rest },
  }));
}
