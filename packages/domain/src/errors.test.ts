import { describe, expect, test } from 'vitest';
import { clientErrorCode } from './client-error.ts';
import { Refusal, catalogue, errorNames } from './errors.ts';
import type { CatalogueEntry } from './errors.ts';

/** Codes that the specification or the back-office API gives to more than one refusal. */
const sharedCodes = new Set([99, 400, 404, 20403]);
const codesOfSpecification = new Set([0, 99, 400, 404, 10001, 10002, 10003, 10026]);

describe('the error catalogue', () => {
  test('keeps the numbers that the specification and the back-office API fix', () => {
    const fixed = {
      ok: 0,
      loginRefused: 99,
      invalidFields: 400,
      notFound: 404,
      sessionEnded: 10001,
      challengeEnded: 10002,
      wrongTwoFactorCode: 10003,
      twoFactorAlreadyBound: 10026,
      forbidden: 20403,
      idempotencyConflict: 20409,
      requestInProgress: 20410,
      agentOnly: 20411,
      staleEdit: 20412,
      twoFactorUnbound: 20426,
    } as const;
    for (const [name, code] of Object.entries(fixed)) {
      expect(catalogue[name as keyof typeof fixed].code).toBe(code);
    }
  });

  test('gives every other refusal a code of its own from 20000 up', () => {
    const seen = new Set<number>();
    for (const name of errorNames) {
      const { code } = catalogue[name];
      if (!codesOfSpecification.has(code)) expect(code).toBeGreaterThanOrEqual(20_000);
      if (!sharedCodes.has(code)) expect(seen.has(code), name).toBe(false);
      seen.add(code);
    }
  });

  test('never holds the code that only the client makes', () => {
    expect(errorNames.some((name) => (catalogue[name].code as number) === clientErrorCode)).toBe(false);
  });

  test('answers HTTP 200 unless a fault or the specification names a status', () => {
    const statuses = errorNames.flatMap((name) => (catalogue[name] as CatalogueEntry).http ?? []);
    expect([...new Set(statuses)].toSorted((left, right) => left - right)).toEqual([
      400, 405, 413, 415, 429, 500, 503, 504,
    ]);
  });
});

test('a refusal carries its code, status, parameters and fields', () => {
  const refusal = new Refusal('invalidFields', { fields: { oneCode: ['six digits'] } });
  expect([refusal.refusal, refusal.code, refusal.http]).toEqual(['invalidFields', 400, 200]);
  expect(refusal.fields).toEqual({ oneCode: ['six digits'] });
  expect(new Refusal('tooManyRequests').http).toBe(429);
  expect(new Refusal('amountOutOfRange', { params: { min: '1' } }).params).toEqual({ min: '1' });
  expect(refusal).toBeInstanceOf(Error);
});
