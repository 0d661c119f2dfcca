/**
 * One value of a file. Text stays text whatever it looks like; money is a decimal string at the ledger scale and an
 * instant RFC 3339, so that each format can write them in its own way.
 */
export type ExportCell =
  | string
  | null
  | { readonly money: string | null }
  | { readonly count: number }
  | { readonly at: string | null };
