import * as v1 from '@suanpan/contract/merchant/v1';
import * as v2 from '@suanpan/contract/merchant/v2';
import { patternName } from '@suanpan/contract/pattern-name';
import { refinements } from '@suanpan/contract/refinement';
import { Refusal } from '@suanpan/domain/errors';
import { allWords } from '@suanpan/messages/all-words';
import { leavesOf, translate } from '@suanpan/messages/translate';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readContract } from '../../../test/authorization/read-contract.ts';
import { breakBody, shapeOf } from '../../../test/fuzz/break-input.ts';
import { fieldMessage } from './field-words.ts';
import { locales } from './locale.ts';
import type { Locale } from './locale.ts';
import { parseInput, parseJson } from './parse-input.ts';

/** Everything that somebody outside may send, by where he sends it. */
const inputs: ReadonlyMap<string, z.ZodType> = new Map([
  ...[...(await readContract())].map(([call, { input }]) => [call, input] as const),
  ...Object.entries({ ...v1, ...v2 }).flatMap(([name, schema]) =>
    schema instanceof z.ZodObject && /(Input|Query)$/.test(name) ? [[name, schema] as const] : [],
  ),
]);

interface Found {
  readonly schema: z.ZodType;
  /** How it is written: a pattern, the name of a format, or `custom`. */
  readonly form: string;
  readonly refinement?: unknown;
}

/** Every form and every refinement that the inputs ask for, with the schema that asks. */
const forms = new Map<string, Found>();
for (const schema of inputs.values()) walk(schema, new Set());

function walk(schema: z.ZodType, seen: Set<unknown>): void {
  if (seen.has(schema)) return;
  seen.add(schema);
  const def = schema.def as unknown as Record<string, unknown> & { type: string };
  for (const check of [schema, ...((def['checks'] as { _zod: { def: unknown } }[] | undefined) ?? [])]) {
    const own = check._zod.def as { check?: string; format?: string; pattern?: RegExp; params?: object };
    if (own.check === 'string_format') {
      const form = own.format === 'regex' ? String(own.pattern) : (own.format ?? '');
      forms.set(form, { schema, form });
    }
    if (own.check === 'custom') {
      const { refinement } = (own.params ?? {}) as { refinement?: string };
      forms.set(`custom ${refinement}`, { schema, form: 'custom', refinement });
    }
  }
  for (const inner of Object.values(def).flat()) {
    if (inner instanceof z.ZodType) walk(inner, seen);
    else if (def.type === 'object' && typeof inner === 'object' && inner !== null) {
      for (const field of Object.values(inner)) if (field instanceof z.ZodType) walk(field, seen);
    }
  }
}

/** The sentences that field errors may be, with whatever stands in their placeholders. */
const sentences = Object.fromEntries(
  locales.map((locale) => [
    locale,
    leavesOf(allWords[locale], '')
      .filter(([key]) => /^(fields|common\.validation)\./.test(key))
      .map(([, text]) => {
        const parts = text.split(/\{\{\w+\}\}/).map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
        return new RegExp(`^${parts.join(String.raw`-?\d+`)}$`);
      }),
  ]),
) as Record<Locale, RegExp[]>;

/** Latin words that a Chinese sentence may hold: names of things that have no other. */
const names = new Set(['IP', 'JSON', 'Unix', 'ASCII', 'true', 'false', 'A', 'E', 'T']);

function complaints(locale: Locale, message: string): string[] {
  const found: string[] = [];
  if (!sentences[locale].some((sentence) => sentence.test(message))) found.push(`no sentence: ${message}`);
  if (locale === 'en') return found;
  if (!/\p{Script=Han}/u.test(message)) found.push(`not in ${locale}: ${message}`);
  for (const [word] of message.matchAll(/[A-Za-z]+/g))
    if (!names.has(word)) found.push(`${word}: ${message}`);
  return found;
}

/** None of these is everything at once: each form refuses one of them. */
const odd = ['\0', 'a\nb', '%', '', ' ', 'x', '1', '99999999999999999999', 'é'.repeat(400)];

describe('every form that the contract asks for', () => {
  test('is found', () => {
    expect(forms.size).toBeGreaterThan(25);
  });

  test.each([...forms.values()].filter(({ form }) => form !== 'custom'))(
    '$form has words',
    ({ schema, form }) => {
      expect(
        form.startsWith('/') ? patternName(form) : form,
        'a pattern stands in contract/patterns',
      ).toBeDefined();
      for (const locale of locales) {
        const messages = odd.flatMap((text) =>
          (schema.safeParse(text, { error: fieldMessage(locale) }).error?.issues ?? [])
            .filter((issue) => issue.code === 'invalid_format')
            .map(({ message }) => message),
        );
        expect(messages.length).toBeGreaterThan(0);
        expect(messages.flatMap((message) => complaints(locale, message))).toEqual([]);
        expect(messages, 'says more than that it is wrong').not.toContain(
          translate(locale, 'common.validation.format'),
        );
      }
    },
  );

  test('a refinement has a name, and the name has words', () => {
    const asked = [...forms.values()]
      .filter(({ form }) => form === 'custom')
      .map(({ refinement }) => refinement);
    expect(new Set(asked)).toEqual(new Set(refinements));
  });
});

describe.each(locales)('in %s', (locale) => {
  test.each([...inputs])('%s answers whatever breaks it with words alone', (_call, schema) => {
    const shape = shapeOf(schema as z.ZodObject);
    const wrong: string[] = [];
    const look = (body: unknown): void => {
      const found = schema.safeParse(body, { error: fieldMessage(locale) }).error?.issues ?? [];
      for (const { message } of found) wrong.push(...complaints(locale, message));
    };
    for (const { body } of breakBody(shape, {})) look(body);
    for (const name of Object.keys(shape.properties)) {
      for (const value of [...odd, -1, 1.5, 2 ** 60, 10 ** 12, null, [], {}, [1, 1, 1], { a: {} }, true]) {
        look({ [name]: value });
      }
    }
    look({ no_such_field: 1 });
    look([]);
    expect([...new Set(wrong)]).toEqual([]);
  });

  test('what no schema looks at is said in words too', () => {
    const schema = z.strictObject({ a: z.string() });
    const at = { method: 'POST', params: {}, query: {}, body: {} };
    const tries = [
      () => parseJson(Buffer.from('{'), locale),
      () => parseJson(Buffer.from('{"a":1,"a":2}'), locale),
      () => parseJson(Buffer.from('{"__proto__":1}'), locale),
      () => parseInput(schema, { ...at, body: [] }, locale),
      () => parseInput(schema, { ...at, body: { a: 'a\0' } }, locale),
      () => parseInput(schema, { ...at, query: { a: '1' } }, locale),
      () => parseInput(schema, { ...at, method: 'GET', query: { a: ['1', '2'] } }, locale),
    ];
    for (const attempt of tries) {
      const messages = Object.values(fieldsOf(attempt)).flat();
      expect(messages).toHaveLength(1);
      expect(messages.flatMap((message) => complaints(locale, message))).toEqual([]);
    }
  });
});

test('a sentence tells what the field is and where its limits lie', () => {
  const schema = z.strictObject({
    code: v2.simulateInput.shape.scenario,
    limit: z.number().int().max(100),
    kind: z.enum(['a', 'b']),
    name: z.string().min(1).max(5),
  });
  const at = { method: 'POST', params: {}, query: {} };
  const say = (body: unknown, locale: Locale) => fieldsOf(() => parseInput(schema, { ...at, body }, locale));
  expect(say({ code: 'x', limit: 101, kind: 'c', name: 'abcdef', extra: 1 }, 'zh-TW')).toEqual({
    code: ['請輸入 00 至 16 的情境'],
    limit: ['不可大於 100'],
    kind: ['請從清單中選擇'],
    name: ['最多 5 個字元'],
    extra: ['不支援的欄位'],
  });
  expect(say({ code: '01', limit: 1.5, name: '' }, 'en')).toEqual({
    limit: ['Enter a whole number'],
    kind: ['This is required'],
    name: ['This is required'],
  });
});

function fieldsOf(attempt: () => unknown): Record<string, string[]> {
  try {
    attempt();
  } catch (error) {
    if (error instanceof Refusal && error.fields !== undefined) return error.fields;
    throw error;
  }
  throw new Error('Nothing was refused');
}
