import { hash } from 'node:crypto';
import type { CreateRequest } from '../collections/index.ts';

/**
 * What makes two create calls the same: the meaning of the fields, not their spelling (`1500` is `1500.00`, a
 * default that is written out is one that is left out). `payer` is the payer as told, before anything is sealed.
 */
export function hashRequest(
  request: Omit<CreateRequest, 'requestHash' | 'requestId' | 'payer' | 'requestIp'>,
  payer: Readonly<Record<string, string | undefined>> | undefined,
): Buffer {
  const meaning = [
    request.merchantOrderNo,
    String(request.amount),
    request.currency,
    request.method,
    request.productName,
    sorted(payer),
    request.notifyUrl,
    request.returnUrl,
    request.lifetimeS,
    sorted(request.metadata),
    request.locale,
    request.isTest,
    request.apiVersion,
  ];
  return hash('sha256', JSON.stringify(meaning), 'buffer');
}

function sorted(fields: Readonly<Record<string, string | undefined>> | undefined): [string, string][] {
  return Object.entries(fields ?? {})
    .filter((field): field is [string, string] => field[1] !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
