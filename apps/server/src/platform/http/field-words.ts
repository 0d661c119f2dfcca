import { patternName } from '@suanpan/contract/pattern-name';
import type { Refinement } from '@suanpan/contract/refinement';
import type { Locale } from '@suanpan/messages/locale';
import { translate } from '@suanpan/messages/translate';
import type { WordKey } from '@suanpan/messages/translate';
import type { z } from 'zod';

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

interface Saying {
  readonly key: WordKey;
  readonly params?: Readonly<Record<string, string>>;
}

/**
 * What a person hears of a failed field check, in his language: the only place that knows how the schema library calls
 * its issues. A schema of the contract brings no words of its own; its patterns and refinements have names.
 */
export function fieldMessage(locale: Locale): z.core.$ZodErrorMap {
  return (issue) => {
    if (issue.input === undefined) return translate(locale, 'common.validation.required');
    // What lies inside of a union or a key was put into words before, on its own. A union that is told apart by one
    // field has nothing inside when that field names none of its kinds.
    if (issue.code === 'invalid_union') {
      return fromUnion(issue) ?? translate(locale, 'common.validation.choice');
    }
    if (issue.code === 'invalid_key' || issue.code === 'invalid_element') return issue.issues[0]?.message;
    const { key, params } = sayingOf(issue);
    return translate(locale, key, params);
  };
}

function sayingOf(issue: RawIssue): Saying {
  switch (issue.code) {
    case 'invalid_type':
      return { key: kindWords(issue.expected) };
    case 'unrecognized_keys':
      return { key: 'common.validation.unknownField' };
    case 'invalid_value':
      return { key: 'common.validation.choice' };
    case 'invalid_format':
      return { key: formatWords(issue) };
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'custom':
      return refined(issue);
    case 'not_multiple_of':
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
      return { key: 'common.validation.format' };
  }
}

function kindWords(expected: string): WordKey {
  switch (expected) {
    case 'string':
      return 'fields.kinds.text';
    case 'number':
      return 'common.validation.number';
    case 'int':
      return 'fields.kinds.integer';
    case 'boolean':
      return 'fields.kinds.truth';
    case 'array':
      return 'fields.kinds.list';
    case 'object':
    case 'record':
      return 'fields.kinds.group';
    // A field that this call, of all calls that share a shape, does not take.
    case 'undefined':
      return 'common.validation.unknownField';
    default:
      return 'common.validation.format';
  }
}

function formatWords(issue: RawIssue & { code: 'invalid_format' }): WordKey {
  const pattern = issue.format === 'regex' ? patternName(issue.pattern ?? '') : undefined;
  if (pattern !== undefined) return `fields.patterns.${pattern}`;
  return formats[issue.format] ?? 'common.validation.format';
}

const formats: Readonly<Partial<Record<string, WordKey>>> = {
  datetime: 'fields.time',
  date: 'common.validation.date',
  email: 'common.validation.email',
  url: 'common.validation.url',
  ipv4: 'fields.address',
  ipv6: 'fields.address',
  cidrv4: 'common.validation.ip',
  cidrv6: 'common.validation.ip',
};

function tooSmall({ origin, minimum }: RawIssue & { code: 'too_small' }): Saying {
  const params = { min: String(minimum) };
  if (origin === 'string') {
    return Number(minimum) === 1
      ? { key: 'common.validation.required' }
      : { key: 'common.validation.tooShort', params };
  }
  return { key: origin === 'array' ? 'fields.tooFew' : 'common.validation.min', params };
}

function tooBig({ origin, maximum }: RawIssue & { code: 'too_big' }): Saying {
  const params = { max: String(maximum) };
  if (origin === 'string') return { key: 'common.validation.tooLong', params };
  return { key: origin === 'array' ? 'fields.tooMany' : 'common.validation.max', params };
}

function refined({ params }: RawIssue & { code: 'custom' }): Saying {
  const refinement = params?.['refinement'] as Refinement | undefined;
  if (refinement === undefined) return { key: 'common.validation.format' };
  return {
    key: `fields.refinements.${refinement}`,
    params: params?.['values'] as Readonly<Record<string, string>>,
  };
}

/**
 * A value that fits no kind of a union: what is said is what the last kind says that was not put off by the type alone,
 * since that is the widest one (an address after a block list, an email after nothing at all).
 */
function fromUnion({ errors }: RawIssue & { code: 'invalid_union' }): string | undefined {
  const first = errors.map(([issue]) => issue).filter((issue) => issue !== undefined);
  const near = first.filter(
    ({ code, path }) => code !== 'invalid_value' && !(code === 'invalid_type' && path.length === 0),
  );
  return (near.at(-1) ?? first.at(-1))?.message;
}
