import { Refusal } from '@suanpan/domain/errors';
import type { z } from 'zod';
import { fieldMessage } from './locale.ts';
import type { Locale } from './locale.ts';

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** A query as a plain map; a name that came twice keeps all its values and is refused by `mergeInput`. */
export function parseQuery(text: string): Record<string, string | string[]> {
  const values = Object.create(null) as Record<string, string | string[]>;
  for (const [name, value] of new URLSearchParams(text)) {
    const before = values[name];
    values[name] = before === undefined ? value : [before, value].flat();
  }
  return values;
}

/** Strict UTF-8 and JSON without prototype keys, at any depth. An empty body is an absent one. */
export function parseJson(raw: Buffer): unknown {
  if (raw.length === 0) return undefined;
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(raw);
    value = JSON.parse(text);
  } catch {
    throw new Refusal('invalidFields', { fields: { body: ['JSON'] } });
  }
  // Only a text that can name such a key is walked through; \ covers escaped spellings.
  if (/__proto__|constructor|prototype|\\u/.test(text)) refuseForbiddenKeys(value);
  return value;
}

function refuseForbiddenKeys(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (forbiddenKeys.has(key)) throw new Refusal('invalidFields', { fields: { [key]: ['-'] } });
    refuseForbiddenKeys(inner);
  }
}

export interface RawInput {
  readonly method: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | string[]>>;
  readonly body: unknown;
}

/**
 * Checks a call against its strict schema: path, query (GET, DELETE) and body fields in one object. Refuses
 * unknown, doubled and prototype names and a body field that repeats a path parameter. A path parameter that
 * cannot name anything answers `notFound`, exactly as an absent row does.
 */
export function parseInput<Schema extends z.ZodObject>(
  schema: Schema,
  raw: RawInput,
  locale: Locale,
): z.output<Schema> {
  const input = mergeInput(raw);
  const parsed = schema.safeParse(input, { error: fieldMessage(locale) });
  if (parsed.success) return parsed.data;

  const order = [...Object.keys(schema.shape), ...Object.keys(input)];
  const messages = new Map<string, string[]>();
  for (const issue of parsed.error.issues) {
    const fields =
      issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : [issue.path.join('.')];
    for (const field of fields) {
      const root = field.split('.')[0] ?? '';
      if (Object.hasOwn(raw.params, root)) throw new Refusal('notFound');
      messages.set(field, [...(messages.get(field) ?? []), issue.message]);
    }
  }
  const place = (field: string): number => order.indexOf(field.split('.')[0] ?? '');
  const sorted = [...messages].sort(([left], [right]) => place(left) - place(right));
  throw new Refusal('invalidFields', { fields: Object.fromEntries(sorted) });
}

function mergeInput({ method, params, query, body }: RawInput): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...params };
  const refuse = (field: string): never => {
    throw new Refusal('invalidFields', { fields: { [field]: ['-'] } });
  };
  const add = (name: string, value: unknown): void => {
    if (forbiddenKeys.has(name) || Object.hasOwn(merged, name)) refuse(name);
    merged[name] = value;
  };
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value) || (method !== 'GET' && method !== 'DELETE')) refuse(name);
    add(name, value);
  }
  if (body === undefined || (method === 'GET' && body === null)) return merged;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return refuse('body');
  for (const [name, value] of Object.entries(body)) add(name, value);
  return merged;
}
