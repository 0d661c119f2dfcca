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
      broken.push({ what: `${name} is missing`, body: rest });
    }
    for (const [what, value] of wrongValues(field)) {
      broken.push({ what: `${name} is ${what}`, body: { ...valid, [name]: value } });
    }
  }
  return broken;
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
  if (kinds.length === 1) wrong.push(...beyondLimits(field));
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
  if (field.pattern !== undefined) wrong.push(['half a character', '\ud83d'], ['a zero byte', 'a\0b']);
  if (maxItems !== undefined) wrong.push(['too many', Array.from({ length: maxItems + 1 }, () => '1')]);
  if (minItems > 0) wrong.push(['an empty list', []]);
  return wrong;
}
