import type { JsonSchema } from '@suanpan/contract/openapi/json-schema';
import fc from 'fast-check';

/** Values that a schema of a description takes, made from the description alone. */
export function arbitraryOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => arbitraryOf(choice)));
  switch (schema.type) {
    case 'string':
      return textOf(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000 });
    case 'boolean':
      return fc.boolean();
    case 'object':
      return objectOf(schema);
    case undefined:
    default:
      throw new Error(`No values are made for ${JSON.stringify(schema)}`);
  }
}

function objectOf({ properties, required = [], ...schema }: JsonSchema): fc.Arbitrary<unknown> {
  if (properties !== undefined) {
    const fields = Object.entries(properties).map(([name, field]) => [name, arbitraryOf(field)] as const);
    return fc.record(Object.fromEntries(fields), { requiredKeys: [...required], noNullPrototype: true });
  }
  const names = textOf(schema.propertyNames ?? {}).filter((name) => !reserved.has(name));
  const values = arbitraryOf(schema.additionalProperties as JsonSchema);
  return fc.dictionary(names, values, { maxKeys: schema.maxProperties ?? 5, noNullPrototype: true });
}

/** Names that no object may have from outside, which JSON Schema has no word for. */
const reserved: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

function textOf(schema: JsonSchema): fc.Arbitrary<string> {
  const { allOf = [], maxLength = 200, minLength = 0, pattern } = schema;
  const patterns = [pattern, ...allOf.map((each) => each.pattern)].flatMap((each) =>
    each ? [new RegExp(each, 'u')] : [],
  );
  return source(schema, maxLength).filter(
    (text) =>
      [...text].length <= maxLength &&
      [...text].length >= minLength &&
      patterns.every((each) => each.test(text)),
  );
}

function source(
  { format, minLength = 0, pattern = '' }: JsonSchema,
  maxLength: number,
): fc.Arbitrary<string> {
  switch (format) {
    case 'email':
      return fc.emailAddress();
    case 'ipv4':
      return fc.ipV4();
    case 'ipv6':
      return fc.ipV6();
    case 'uri':
      return fc.webUrl();
    case undefined:
    default:
      // What only keeps a few characters out is met by nearly any text; other forms are built from the pattern.
      return pattern === '' || pattern.startsWith('^[^')
        ? fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 60) })
        : fc.stringMatching(new RegExp(pattern));
  }
}
