import type { Endpoint } from '@suanpan/contract/endpoint';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readContract } from './read-contract.ts';

// A second click, and a call whose answer was lost and is made again, make nothing twice: what names what it made takes a key, or
// there is a reason why there is one all the same.

const why: Readonly<Record<string, string>> = {
  'POST /admin/checkBalance': 'it only looks at the books',
  'POST /admin/operationLogs/verify': 'one runs at a time',
  'POST /routing/replay': 'one of his runs at a time, and it only reckons',
  'POST /payment/balances/{id}/refresh': 'it only asks a provider',
  // Their answers hold a secret, which may stand under no key; the code that proves the caller counts once.
  'POST /apiKeys': 'the code that it takes counts once',
  'POST /apiKeys/{id}/rotate': 'the code that it takes counts once',
  // What it makes has a name of its own.
  'POST /methods': 'a code is taken once, and asked for once',
  'POST /providers': 'a code is taken once',
  'POST /roles': 'an owner has a name once',
  'POST /shadowUsers/grants': 'one for two people lives at a time',
  'POST /collection_method/customers': 'a merchant has a channel by a name once',
  'POST /payment_method/customers': 'a merchant has a channel by a name once',
  'POST /payment/payees': 'a merchant keeps an account once',
  'POST /settings/blockLists': 'a list has what stands on it once',
  'POST /settings/blockedIpAddresses': 'a list has what stands on it once',
  'POST /statements': 'a month of a merchant has one',
  // It says how somebody stands from now on.
  'POST /users/{id}/agent': 'he has one senior agent',
  'POST /users/{id}/status': 'he stands as it says',
};

/** By its answer: the id of something, or what a submission is called. */
function namesWhatItMade({ output }: Endpoint): boolean {
  const { anyOf = [], oneOf = [], properties = {} } = z.toJSONSchema(output, { unrepresentable: 'any' });
  const parts = [...anyOf, ...oneOf].flatMap((part) =>
    typeof part === 'object' ? Object.keys(part.properties ?? {}) : [],
  );
  return [...Object.keys(properties), ...parts].some((name) => /(?:^|_)id$/.test(name));
}

test('whatever makes something makes it once a key, or there is a reason why there is one all the same', async () => {
  const keyless = [...(await readContract())].flatMap(([call, endpoint]) =>
    endpoint.method === 'POST' &&
    !('public' in endpoint.access) &&
    endpoint.idempotent !== true &&
    namesWhatItMade(endpoint)
      ? [call]
      : [],
  );
  expect(keyless.toSorted()).toEqual(Object.keys(why).toSorted());
});
