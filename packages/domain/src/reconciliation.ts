/**
 * How a provider's statement and our books can disagree about a payment: only one of them has it, its amount is another, it moved
 * for one of them alone although both know it, or it costs another price.
 */
export const differenceTypes = ['ours_only', 'theirs_only', 'amount', 'state', 'fee'] as const;
export type DifferenceType = (typeof differenceTypes)[number];

/** What a line of a statement is about. */
export const statementKinds = [
  'payment',
  'payout',
  'refund',
  'reversal',
  'return',
  'settlement',
  'topUp',
  'fee',
] as const;
export type StatementKind = (typeof statementKinds)[number];

/** Kinds by which money leaves the account. */
export const outgoingKinds: ReadonlySet<StatementKind> = new Set<StatementKind>([
  'payout',
  'refund',
  'reversal',
  'settlement',
  'fee',
]);

export const statementStatuses = ['done', 'pending', 'failed'] as const;
export type StatementStatus = (typeof statementStatuses)[number];

/** The columns that are read of a statement; all others are passed over. */
export const statementColumns = [
  'ref',
  'own_no',
  'kind',
  'amount',
  'fee',
  'currency',
  'status',
  'at',
] as const;
export type StatementColumn = (typeof statementColumns)[number];

/**
 * How a difference is ended by a person. receipt: what came in is booked as unidentified (J16) · writeOff: the platform takes it
 * upon itself (E510) · dismiss: it is explained, and nothing is posted.
 */
export const resolveActs = ['receipt', 'writeOff', 'dismiss'] as const;
export type ResolveAct = (typeof resolveActs)[number];

/** matched: both sides agree by now, whatever act on the order brought that about. */
export const resolutionActs = ['matched', ...resolveActs] as const;

/** Why a line of a statement cannot be read; each has its words. */
export const lineFaults = [
  'amount',
  'zero',
  'fee',
  'formula',
  'numberCell',
  'duplicate',
  'otherDay',
  'time',
  'currency',
  'kind',
  'status',
  'sign',
  'unnamed',
  'tooLong',
] as const;
export type LineFault = (typeof lineFaults)[number];
