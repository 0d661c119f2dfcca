import type { JsonSchema } from '@suanpan/contract/openapi/json-schema';

/** One field of a request or an answer, as a table shows it. */
export interface SchemaLine {
  /** With its way from the top: `payer.name`, `items[].id`. */
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly rule: string;
}

/** All fields below a schema; of several that it may be, those of each, once. */
export function schemaLines(schema: JsonSchema, before = ''): SchemaLine[] {
  const found = new Map<string, SchemaLine>();
  for (const one of formsOf(schema)) {
    for (const [name, field] of Object.entries(one.properties ?? {})) {
      const path = `${before}${name}`;
      if (!found.has(path)) {
        found.set(path, {
          name: path,
          type: typeOf(field),
          isRequired: one.required?.includes(name) === true,
          rule: ruleOf(field),
        });
      }
      for (const inner of innerOf(field, path)) if (!found.has(inner.name)) found.set(inner.name, inner);
    }
  }
  return [...found.values()];
}

const formsOf = (schema: JsonSchema): readonly JsonSchema[] => [
  schema,
  ...(schema.anyOf ?? []).flatMap(formsOf),
  ...(schema.oneOf ?? []).flatMap(formsOf),
];

function innerOf(field: JsonSchema, path: string): SchemaLine[] {
  return formsOf(field).flatMap((form) => [
    ...(form.properties ? schemaLines({ ...form, anyOf: [], oneOf: [] }, `${path}.`) : []),
    ...(form.items ? schemaLines(form.items, `${path}[].`) : []),
  ]);
}

function typeOf(schema: JsonSchema): string {
  const { const: only, enum: values, items, type } = schema;
  if (only !== undefined) return JSON.stringify(only);
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (items) return `${typeOf(items)}[]`;
  if (type !== undefined) return typeof type === 'string' ? type : type.join(' | ');
  const forms = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return [...new Set(forms.map(typeOf))].join(' | ') || 'any';
}

function ruleOf(schema: JsonSchema): string {
  const {
    default: usual,
    format,
    maxItems,
    maxLength,
    maxProperties,
    maximum,
    minLength,
    minimum,
    pattern,
  } = schema;
  const range = (low: number | undefined, high: number | undefined): string | undefined =>
    low === undefined && high === undefined ? undefined : `${low ?? ''}–${high ?? ''}`;
  const rules = [
    range(minimum, maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum),
    range(minLength, maxLength),
    range(undefined, maxItems ?? maxProperties),
    format,
    // Longer ones are of machines: the format says what they mean.
    pattern !== undefined && pattern.length <= 48 ? pattern : undefined,
    usual === undefined ? undefined : `= ${JSON.stringify(usual)}`,
  ];
  return rules.filter((rule) => rule !== undefined).join(' · ');
}
