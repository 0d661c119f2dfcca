/** What a verification of the chain may find, by what was done. */
export const auditFindings = [
  'rowChanged',
  'rowRemoved',
  'rowInserted',
  'rowsSwapped',
  'journalChanged',
  'journalRemoved',
  'journalInserted',
  'journalsSwapped',
  'signInChanged',
  'signInRemoved',
  'signInInserted',
  'signInsSwapped',
  'blockChanged',
  'blockMissing',
  'tailCut',
  'chainRemade',
  'headAltered',
  'headsMissing',
] as const;

export type AuditFindingName = (typeof auditFindings)[number];

/** One thing that was touched. */
export interface AuditFinding {
  readonly name: AuditFindingName;
  /** Ids of rows, journals or blocks such as `4, 7–9`; of heads, the line of their file. */
  readonly where: string;
}
