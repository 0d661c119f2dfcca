import type { JsonSchema } from './json-schema.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface MediaType {
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface Reference {
  readonly $ref: string;
}

export interface Answer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Reference>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, MediaType>>;
  };
  readonly responses: Readonly<Record<string, Answer | Reference>>;
}

/** An OpenAPI 3.1 document. */
export interface OpenApi {
  readonly openapi: '3.1.0';
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  /** Relative, so that the document is right wherever it is served. */
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, object>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly headers: Readonly<Record<string, { description: string; schema: JsonSchema }>>;
    readonly responses: Readonly<Record<string, Answer>>;
  };
}

export const license = { name: 'Apache-2.0', identifier: 'Apache-2.0' } as const;

export const text: JsonSchema = { type: 'string' };

export function json(schema: JsonSchema, example?: unknown): Answer['content'] & object {
  return { 'application/json': { schema, ...(example !== undefined && { example }) } };
}

export function object(properties: Record<string, JsonSchema>, optional: readonly string[] = []): JsonSchema {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
  };
}

/** `postUsersIdStatus`: told by method and path alone, so that it is the same from wherever the document comes. */
export function operationId(method: string, path: string): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** Operations by path and method, as the document has them. */
export function pathsOf(
  calls: readonly { readonly method: string; readonly path: string; readonly operation: Operation }[],
): OpenApi['paths'] {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const { method, path, operation } of calls) (paths[path] ??= {})[method.toLowerCase()] = operation;
  return paths;
}

export const requestId = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } } as const;
export const retryAfter = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } as const;

export const sharedHeaders = {
  RequestId: { description: 'Names this call in the log; give it to support.', schema: text },
  RetryAfter: { description: 'Seconds to wait.', schema: { type: 'string', pattern: '^[0-9]{1,6}$' } },
} as const;

/** Which language messages are in. */
export const localization: Parameter = {
  name: 'X-LOCALIZATION',
  in: 'header',
  required: false,
  description: 'The language of every message: zh-TW, zh-CN or en. Anything else is read as zh-TW.',
  schema: { type: 'string', default: 'zh-TW' },
  example: 'en',
};
