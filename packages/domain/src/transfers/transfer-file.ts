/** What the columns of a bank's statement of a receiving account say. */
export const transferColumns = [
  'at',
  'time',
  'amount',
  'ref',
  'payer_name',
  'payer_account',
  'memo',
  'destination',
  'amount_out',
  'direction',
  'currency',
] as const;
export type TransferColumn = (typeof transferColumns)[number];

/** Why a line cannot be read. */
export const transferFaults = [
  'amount',
  'time',
  'tooEarly',
  'future',
  'formula',
  'numberCell',
  'tooLong',
  'destination',
  'otherAccount',
  'direction',
  'currency',
  'duplicate',
] as const;
export type TransferFault = (typeof transferFaults)[number];

/**
 * What a line comes to. order: it pays one · aside: it came for one and is not credited as it stands · unidentified: nobody's ·
 * ambiguous: several orders may be meant, so that a person decides · open: it may be an order's yet · known: an earlier file
 * told it · feed: the account told it by itself.
 */
export const transferOutcomes = [
  'order',
  'aside',
  'unidentified',
  'ambiguous',
  'open',
  'known',
  'feed',
] as const;
export type TransferOutcome = (typeof transferOutcomes)[number];
