import { Refusal } from '@suanpan/domain/errors';
import { translate } from '@suanpan/messages/translate';
import type { WordKey } from '@suanpan/messages/translate';
import type { z } from 'zod';
import { fieldMessage } from './field-words.ts';
import type { Locale } from './locale.ts';
import { isForbiddenKey, readStrictJson, StrictJsonFault } from './strict-json.ts';

/** A query as a plain map; a name that came twice keeps all its values and is refused by `mergeInput`. */
export function parseQuery(text: string): Record<string, string | string[]> {
  const values = Object.create(null) as Record<string, string | string[]>;
  for (const [name, value] of new URLSearchParams(text)) {
    const before = values[name];
    values[name] = before === undefined ? value : [before, value].flat();
  }
  return values;
}

/** Deeper than anything that the back office takes. */
const depthLimit = 32;

/** Strict JSON, see `readStrictJson`. An empty body is an absent one. */
export function parseJson(raw: Buffer, locale: Locale): unknown {
  if (raw.length === 0) return undefined;
  try {
    return readStrictJson(raw, depthLimit);
  } catch (error) {
    if (!(error instanceof StrictJsonFault)) throw error;
    throw error.key === undefined
      ? wrongField(locale, 'body', 'fields.json')
      : wrongField(locale, error.key, 'common.validation.unknownField');
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
 * unknown, doubled and prototype names, a body field that repeats a path parameter, and text that could not be kept as
 * it came. A path parameter that cannot name anything answers `notFound`, exactly as an absent row does.
 */
export function parseInput<Schema extends z.ZodObject>(
  schema: Schema,
  raw: RawInput,
  locale: Locale,
): z.output<Schema> {
  const input = mergeInput(raw, locale);
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

function mergeInput({ method, params, query, body }: RawInput, locale: Locale): Record<string, unknown> {
  if (!isStorable(params)) throw new Refusal('notFound');
  const merged: Record<string, unknown> = { ...params };
  const add = (name: string, value: unknown): void => {
    if (isForbiddenKey(name) || Object.hasOwn(merged, name)) {
      throw wrongField(locale, name, 'common.validation.unknownField');
    }
    if (!isStorable(value)) throw wrongField(locale, name, 'fields.patterns.plainLines');
    merged[name] = value;
  };
  for (const [name, value] of Object.entries(query)) {
    if (method !== 'GET' && method !== 'DELETE') {
      throw wrongField(locale, name, 'common.validation.unknownField');
    }
    if (Array.isArray(value)) throw wrongField(locale, name, 'fields.refinements.distinct');
    add(name, value);
  }
  if (body === undefined || (method === 'GET' && body === null)) return merged;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw wrongField(locale, 'body', 'fields.kinds.group');
  }
  for (const [name, value] of Object.entries(body)) add(name, value);
  return merged;
}

/** PostgreSQL keeps neither a zero byte nor half of a character: it would refuse the text or keep another one. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, inner]) => isStorable(name) && isStorable(inner));
}

function wrongField(locale: Locale, field: string, key: WordKey): Refusal {
  return new Refusal('invalidFields', { fields: { [field]: [translate(locale, key)] } });
}
