import { z } from 'zod';
import { currencies } from '@suanpan/money/currency';
import { ecmaPattern } from './ecma-pattern.ts';

/** What of JSON Schema 2020-12 the descriptions use; OpenAPI 3.1 takes it as it is. */
export interface JsonSchema {
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  default?: unknown;
  examples?: readonly unknown[];
  description?: string;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  maxProperties?: number;
  uniqueItems?: boolean;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  additionalProperties?: boolean | JsonSchema;
  propertyNames?: JsonSchema;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  allOf?: readonly JsonSchema[];
  not?: JsonSchema;
  $ref?: string;
}

/** A schema of the contract as JSON Schema: of what a caller sends (`input`) or of what he is answered (`output`). */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema, $defs, ...made } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => adapt(zodSchema, jsonSchema as JsonSchema, io),
  });
  return tidy(made as JsonSchema);
}

type Def = z.core.$ZodTypes['_zod']['def'];

function adapt({ _zod: { def } }: z.core.$ZodTypes, made: JsonSchema, io: 'input' | 'output'): void {
  // A number that a query writes as text: what counts is the number.
  if (def.type === 'pipe' && def.out._zod.def.type === 'number') {
    replace(made, jsonSchemaOf(def.out as z.ZodType, io));
  }
  // The only lazy one is any JSON at all.
  if (def.type === 'lazy') replace(made, {});
  if (def.type === 'undefined') replace(made, { not: {} });
  // Fields are added to answers at any time, so a caller may not refuse one that he does not know.
  if (def.type === 'object' && def.catchall === undefined) delete made.additionalProperties;
  if (def.type === 'string') describeText(def, made, io);
  for (const refinement of refinementsOf(def)) {
    if (refinement.name === 'distinct') made.uniqueItems = true;
    if (refinement.name === 'fewEntries') made.maxProperties = refinement.max;
    if (refinement.name === 'payable') made.allOf = [...(made.allOf ?? []), ...payable];
  }
}

/** An amount above zero, with no more decimals than its currency takes. */
const payable: readonly JsonSchema[] = [
  { properties: { amount: { pattern: '[1-9]' } } },
  ...Object.values(currencies).map(({ code, inputScale }): JsonSchema => ({
    anyOf: [
      { properties: { currency: { not: { const: code } } } },
      { properties: { amount: { pattern: `^[0-9]+(\\.[0-9]{1,${inputScale}})?$` } } },
    ],
  })),
];

/** Ends that `trim` would leave alone, so that the lengths hold for what is sent and for what is kept. */
const trimmed = String.raw`^[^\s\uFEFF](?:[\s\S]*[^\s\uFEFF])?$`;

function describeText(def: Def & { type: 'string' }, made: JsonSchema, io: 'input' | 'output'): void {
  // The format says it; the pattern beside it is long, and tells only a sender more.
  if ('format' in def && def.format === 'datetime' && io === 'output') delete made.pattern;
  const more: JsonSchema[] = [];
  if ('format' in def && def.format === 'url') {
    made.format = 'uri';
    more.push({ pattern: '^https?://' });
  }
  const isTrimmed = (def.checks ?? []).some(({ _zod }) => _zod.def.check === 'overwrite');
  if (isTrimmed && made.minLength !== undefined) more.push({ pattern: trimmed });
  if (more.length > 0) made.allOf = [...(made.allOf ?? []), ...more];
}

function refinementsOf(def: Def): { name: string; max: number }[] {
  return (def.checks ?? []).flatMap(({ _zod }) => {
    const { params } = _zod.def as { params?: { refinement?: string; values?: { max?: string } } };
    if (params?.refinement === undefined) return [];
    // Not money: a number of entries.
    return [{ name: params.refinement, max: Number(params.values?.max) }];
  });
}

function replace(made: JsonSchema, by: JsonSchema): void {
  for (const key of Object.keys(made)) delete made[key as keyof JsonSchema];
  Object.assign(made, by);
}

/** Formats that no registry knows; the pattern beside them says it all. */
const ownFormats: ReadonlySet<unknown> = new Set(['cidrv4', 'cidrv6']);

function tidy(schema: JsonSchema): JsonSchema {
  const { $ref, pattern, format, properties, ...rest } = schema;
  // References lead to any JSON alone, see above.
  if ($ref !== undefined) return {};
  const inner = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, literals.has(key) ? value : tidyValue(value)]),
  );
  const kept = Object.entries(properties ?? {}).filter(([, field]) => JSON.stringify(field) !== '{"not":{}}');
  return {
    ...inner,
    ...(pattern !== undefined && { pattern: ecmaPattern(pattern) }),
    ...(format !== undefined && !ownFormats.has(format) && { format }),
    ...(properties && { properties: Object.fromEntries(kept.map(([name, field]) => [name, tidy(field)])) }),
  };
}

/** Keys whose values are values and no schemas. */
const literals: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples', 'required']);

function tidyValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => tidyValue(each));
  return typeof value === 'object' && value !== null ? tidy(value) : value;
}
