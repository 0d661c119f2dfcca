import { z } from 'zod';

/** What of a JSON schema the breaking looks at. */
interface Shape {
  readonly type?: string;
  readonly anyOf?: readonly Shape[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: Shape;
  readonly maxItems?: number;
  readonly minItems?: number;
}

export interface InputShape {
  readonly properties: Readonly<Record<string, Shape>>;
  readonly required: readonly string[];
}

export interface Broken {
  /** Which constraint of which field. */
  readonly what: string;
  readonly field: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export function shapeOf(schema: z.ZodObject): InputShape {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  }) as Partial<InputShape>;
  return { properties, required };
}

/** Every constraint of a body's fields broken singly, each in an otherwise valid body. */
export function breakBody(shape: InputShape, valid: Readonly<Record<string, unknown>>): Broken[] {
  const broken: Broken[] = [];
  for (const [name, field] of Object.entries(shape.properties)) {
    if (shape.required.includes(name)) {
      const { [name]: _left, ...rest } = valid;
      broken.push({ what: `${name} is missing`, field: name, body: rest });
    }
    for (const [what, value] of wrongValues(field)) {
      broken.push({ what: `${name} is ${what}`, field: name, body: { ...valid, [name]: value } });
    }
  }
  return broken;
}

/**
 * Parts what a field's own contract refuses from the rest, and puts the former together, one of every field at a time: the
 * contract looks at each field by itself, and the answer names all of them.
 */
export function together(
  broken: readonly Broken[],
  isRefused: (each: Broken) => boolean,
): { readonly rounds: readonly (readonly Broken[])[]; readonly alone: readonly Broken[] } {
  const fields = Map.groupBy(broken.filter(isRefused), ({ field }) => field);
  const rounds: Broken[][] = [];
  for (const each of fields.values())
    for (const [round, one] of each.entries()) (rounds[round] ??= []).push(one);
  return { rounds, alone: broken.filter((each) => !isRefused(each)) };
}

/** One body in which all of these fields are broken. */
export function mergeBroken(
  valid: Readonly<Record<string, unknown>>,
  round: readonly Broken[],
): Record<string, unknown> {
  const body = { ...valid };
  for (const { field, body: broken } of round) {
    delete body[field];
    if (field in broken) body[field] = broken[field];
  }
  return body;
}

/** Values that this field must not take. */
function wrongValues(field: Shape): [string, unknown][] {
  const kinds = field.anyOf ?? [field];
  const takes = (type: string): boolean =>
    kinds.some((kind) => kind.type === type || (kind.type === undefined && kind.const === undefined));
  const wrong: [string, unknown][] = [];
  const isText = takes('string');
  if (!isText) wrong.push(['a text', 'some text']);
  if (!takes('number') && !takes('integer')) wrong.push(['a number', 12], ['a number too big', 2 ** 53 + 2]);
  if (!takes('boolean')) wrong.push(['a truth', true]);
  if (!takes('null')) wrong.push(['null', null]);
  if (!takes('object')) wrong.push(['an object', { a: 1 }]);
  if (!takes('array')) wrong.push(['a list', ['1']]);
  const only = onlyKind(field);
  if (only !== undefined) wrong.push(...beyondLimits(only));
  if (isText)
    wrong.push(['a zero byte', 'a\0b'], ['half a character', '\ud83d'], ['the other half', 'a\udc00']);
  if (only !== undefined && isAmount(only))
    wrong.push(...wrongAmounts.map((text) => [`the amount ${text}`, text] as [string, unknown]));
  return wrong;
}

function beyondLimits(field: Shape): [string, unknown][] {
  const { maxLength, minLength = 0, maximum, minimum, maxItems, minItems = 0 } = field;
  const wrong: [string, unknown][] = [];
  if (maxLength !== undefined) wrong.push(['too long by one', 'a'.repeat(maxLength + 1)]);
  if (minLength > 0) wrong.push(['empty', ''], ['only spaces', ' '.repeat(minLength)]);
  if (field.type === 'integer' || field.type === 'number') {
    if (maximum !== undefined) wrong.push(['too big by one', maximum + 1]);
    if (minimum !== undefined) wrong.push(['too small by one', minimum - 1]);
    if (field.type === 'integer') wrong.push(['a fraction', 1.5]);
    wrong.push(['a number in text', '1,000'], ['a number in wide digits', '１００']);
  }
  if (field.enum !== undefined) wrong.push(['none of the choices', 'no such choice']);
  if (maxItems !== undefined) wrong.push(['too many', Array.from({ length: maxItems + 1 }, () => '1')]);
  if (minItems > 0) wrong.push(['an empty list', []]);
  return wrong;
}

/** What a field takes besides nothing at all; undefined where it takes one of several kinds. */
function onlyKind(field: Shape): Shape | undefined {
  const kinds = (field.anyOf ?? [field]).filter(({ type }) => type !== 'null');
  return kinds.length === 1 ? kinds[0] : undefined;
}

/** Amounts are plain digits with decimals, and nothing else is pressed into one. */
function isAmount({ pattern = '' }: Shape): boolean {
  return pattern.includes(String.raw`\d{1,12}(\.`);
}

const wrongAmounts: readonly string[] = [
  '１００',
  '１.５',
  '١٠٠',
  '1.1234567',
  '12345678901234567890',
  '1234567890123',
  'NaN',
  'Infinity',
  '1e21',
  '1E2',
  '-0',
  '-1',
  '+1',
  ' 1',
  '1 ',
  '1\n',
  '1,000',
  '1.',
  '.5',
  '0x10',
  '1.2.3',
  '$1',
  '',
];

/** Each field at the very edge of what it takes: the longest text, the highest and the lowest number. */
export function stretchBody(shape: InputShape, valid: Readonly<Record<string, unknown>>): Broken[] {
  return Object.entries(shape.properties).flatMap(([field, kinds]) => {
    const only = onlyKind(kinds);
    const values: [string, unknown][] = [];
    if (only?.type === 'string' && only.maxLength !== undefined && only.format === undefined) {
      const text = 'a'.repeat(only.maxLength);
      if (only.pattern === undefined || new RegExp(only.pattern, 'u').test(text))
        values.push(['as long as it may be', text]);
    }
    for (const edge of ['minimum', 'maximum'] as const) {
      if (only?.[edge] !== undefined && only.type !== 'string') values.push([`at its ${edge}`, only[edge]]);
    }
    return values.map(([what, value]) => ({
      field,
      what: `${field} ${what}`,
      body: { ...valid, [field]: value },
    }));
  });
}

/** What is seldom seen, in characters and in size; a field takes it or not, but nothing breaks over it. */
export const oddTexts: readonly string[] = [
  // More than the database holds in a number.
  '9223372036854775808',
  '9999999999999999999',
  '1,000,000,000,000,000,000',
  '\u202eevil\u202c',
  '\u200b\u200d\ufeff',
  'e\u0301\u0302\u0303',
  '𠮷𡘙',
  '👩‍👩‍👧',
  'İı',
  'a\r\nb\tc',
  '\u2028\u2029',
  '\uffff',
  '%00%0d%0a',
  '🏴'.repeat(40),
];

/** Every text field with each of them. */
export function oddBodies(shape: InputShape, valid: Readonly<Record<string, unknown>>): Broken[] {
  return Object.entries(shape.properties).flatMap(([field, kinds]) =>
    onlyKind(kinds)?.type === 'string'
      ? oddTexts.map((text) => ({
          what: `${field} is ${JSON.stringify(text)}`,
          field,
          body: { ...valid, [field]: text },
        }))
      : [],
  );
}
