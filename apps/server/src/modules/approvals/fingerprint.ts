import { createHash } from 'node:crypto';
import type { ApprovalEffect } from './act.ts';

/** The same values give the same hash, in whatever order the database kept their keys. */
export function fingerprint(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(value)))
    .digest('hex');
}

/** What of an effect maker and checker see, as it is stored. */
export function plainEffect({ subject, agentId, amount, rows }: ApprovalEffect) {
  return {
    subject: { kind: subject.kind, id: subject.id, label: subject.label },
    agent_id: agentId === null ? null : agentId.toString(),
    amount: amount === undefined ? null : { currency: amount.currency, minor: amount.minor.toString() },
    rows: rows.map(({ field, before, after }) => ({ field, before, after })),
  };
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
