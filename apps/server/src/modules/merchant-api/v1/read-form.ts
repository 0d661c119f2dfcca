import { isUtf8 } from 'node:buffer';
import { MerchantFault } from '../merchant-fault.ts';
import { readJson } from '../read-json.ts';

/**
 * The fields of a legacy call: a form, or one flat JSON object whose values are all text. Fields that are empty
 * are left out, as they take no part in the signature. Throws a MerchantFault.
 */
export function readForm(raw: Buffer, contentType: string | undefined): Record<string, string> {
  const isJson = contentType?.toLowerCase().startsWith('application/json') ?? false;
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of isJson ? jsonFields(raw) : formFields(raw)) {
    if (typeof value !== 'string') throw new MerchantFault('invalid_request', { field: name });
    if (Object.hasOwn(fields, name))
      throw new MerchantFault('invalid_request', { sentence: 'repeated_field' });
    if (value !== '') fields[name] = value;
  }
  return fields;
}

function jsonFields(raw: Buffer): [string, unknown][] {
  const value = readJson(raw);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new MerchantFault('invalid_request', { sentence: 'invalid_json' });
  }
  return Object.entries(value);
}

function formFields(raw: Buffer): [string, string][] {
  if (!isUtf8(raw)) throw new MerchantFault('invalid_request');
  return [...new URLSearchParams(raw.toString('utf8'))];
}
