/** What says nothing of a person: numbers, states, amounts, times. Whatever is not named here is masked. */
const plain =
  /^(?:kind|type|no|at|status|stage|state|act|source|test|currency|rate|method|version|attempts|result|failure|via|level)$|_(?:id|ids|no|status|kind|at|day|version|minor)$|(?:^|_)(?:amount|fee)$/;
const mask = '***';

/** A job's payload for reading: names, accounts, addresses and notes masked, at any depth. */
export function maskPayload(payload: unknown, isPlain = false): unknown {
  if (Array.isArray(payload)) return payload.map((item) => maskPayload(item, isPlain));
  if (typeof payload === 'object' && payload !== null) {
    return Object.fromEntries(
      Object.entries(payload).map(([name, value]) => [name, maskPayload(value, plain.test(name))]),
    );
  }
  return isPlain || typeof payload === 'boolean' || payload === null ? payload : mask;
}
