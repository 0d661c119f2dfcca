import type { Locale } from '@suanpan/messages/locale';
import type { z } from 'zod';
import { fieldMessage } from '../../platform/http/field-words.ts';
import { MerchantFault } from './merchant-fault.ts';

/** The input a schema makes of what was sent; throws a MerchantFault that names the first field at fault. */
export function parse<Schema extends z.ZodType>(
  schema: Schema,
  sent: unknown,
  locale: Locale,
): z.output<Schema> {
  const parsed = schema.safeParse(sent);
  if (parsed.success) return parsed.data;
  // Looked at once more for its words: they are worth nothing to the many requests that are right.
  const [issue] = schema.safeParse(sent, { error: fieldMessage(locale) }).error?.issues ?? [];
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const place = [...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])].join('.');
  throw new MerchantFault('invalid_request', {
    ...(place !== '' && { field: place }),
    ...(issue !== undefined && { detail: issue.message }),
  });
}

/** A query whose names came once each. */
export function singleValues(query: Readonly<Record<string, string | string[]>>): Record<string, string> {
  const single: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of Object.entries(query)) {
    if (typeof value !== 'string') throw new MerchantFault('invalid_request', { field: name });
    single[name] = value;
  }
  return single;
}
