import type { ExportFormat } from '@suanpan/domain/exports/kinds';
import { csvBytes } from './csv.ts';
import type { Sheet } from './sheet.ts';
import { xlsxBytes } from './xlsx.ts';

/** One way to write a table. Bytes are made as the lines are pulled: the table is never held whole. */
export interface FileFormat {
  readonly contentType: string;
  bytes(sheet: Sheet): AsyncIterable<Uint8Array>;
}

export const fileFormats: Readonly<Record<ExportFormat, FileFormat>> = {
  csv: { contentType: 'text/csv; charset=utf-8', bytes: csvBytes },
  xlsx: {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    bytes: xlsxBytes,
  },
};
