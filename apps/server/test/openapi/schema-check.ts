import { describeBackOffice } from '@suanpan/contract/openapi/back-office';
import type { JsonSchema } from '@suanpan/contract/openapi/json-schema';
import type { Answer, OpenApi, Operation, Parameter, Reference } from '@suanpan/contract/openapi/document';
import { describeMerchantApi } from '@suanpan/contract/openapi/merchant';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { readContract } from '../authorization/read-contract.ts';

export const merchantDocument = describeMerchantApi();
export const backOfficeDocument = describeBackOffice((await readContract()).values());

/** What a schema of a document finds wrong with a value; nothing, when it takes it. */
export function schemaCheck(document: OpenApi): (schema: JsonSchema, value: unknown) => string[] {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  const compiled = new WeakMap<JsonSchema, ValidateFunction>();
  return (schema, value) => {
    const check = compiled.get(schema) ?? ajv.compile({ ...schema, components: document.components });
    compiled.set(schema, check);
    if (check(value)) return [];
    return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
  };
}

export interface DescribedCall {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

export function callsOf({ paths }: OpenApi): DescribedCall[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** The parameters that are written with the call itself. */
export function ownParameters({ parameters = [] }: Operation): Parameter[] {
  return parameters.filter((each): each is Parameter => 'name' in each);
}

/** What is documented for a status, wherever it stands. */
export function answerOf(document: OpenApi, { responses }: Operation, status: number): Answer | undefined {
  const found: Answer | Reference | undefined = responses[String(status)];
  if (found === undefined || !('$ref' in found)) return found;
  return document.components.responses[found.$ref.replace('#/components/responses/', '')];
}
