import type { ExportCell } from '../../../platform/export-list.ts';

export interface Sheet {
  readonly name: string;
  /** Titles in the reader's language, in the order of the cells. */
  readonly header: readonly { readonly title: string; readonly isTime?: boolean }[];
  readonly rows: AsyncIterable<readonly ExportCell[]>;
}
