import { batchColumns } from '@suanpan/contract/endpoints/payout-batches';
import type { BatchColumn } from '@suanpan/contract/endpoints/payout-batches';
import { Refusal } from '@suanpan/domain/errors';
import type { ErrorName } from '@suanpan/domain/errors';
import { payoutBatchMaxRows } from '@suanpan/domain/limits';
import type { Locale } from '@suanpan/messages/locale';
import type { Vault } from '../../../platform/crypto/vault.ts';
import { readSheet } from '../../../platform/sheets/read-sheet.ts';
import { UnreadableSheet } from '../../../platform/sheets/sheet.ts';
import type { SheetCell, SheetFault, SheetRow } from '../../../platform/sheets/sheet.ts';
import { readColumns } from './read-columns.ts';
import { keepCells } from './read-cells.ts';
import type { NewBatchRow } from './batch.store.ts';

const refusals: Readonly<Record<SheetFault, ErrorName>> = {
  unreadable: 'batchFileUnreadable',
  encoding: 'batchFileEncoding',
  tooManyRows: 'batchFileTooLong',
};
/** A number that a program wrote down has lost its zeros in front, or its last digits. */
const textOnly: ReadonlySet<BatchColumn> = new Set(['card_no', 'order_no']);

/** The rows of a file of payouts. Refuses what is no such file, and says why. */
export async function readBatchFile(
  vault: Vault,
  locale: Locale,
  file: Uint8Array,
): Promise<readonly NewBatchRow[]> {
  const { rows: read } = await readSheet(file, payoutBatchMaxRows + 1).catch((error: unknown) => {
    if (!(error instanceof UnreadableSheet)) throw error;
    throw new Refusal(refusals[error.why], { params: { most: String(payoutBatchMaxRows) } });
  });
  const [header, ...rows] = read;
  if (header === undefined) throw new Refusal('batchFileEmpty');
  const places = readColumns(locale, header);
  if (rows.length === 0) throw new Refusal('batchFileEmpty');
  return rows.map((row) => readRow(vault, places, row));
}

function readRow(vault: Vault, places: ReadonlyMap<BatchColumn, number>, row: SheetRow): NewBatchRow {
  const cellAt = (column: BatchColumn): SheetCell => row.cells[places.get(column) ?? -1] ?? { text: '' };
  const texts = Object.fromEntries(batchColumns.map((column) => [column, cellAt(column).text])) as Record<
    BatchColumn,
    string
  >;
  const faults = batchColumns.flatMap((column) => {
    const { isFormula, isNumber } = cellAt(column);
    if (isFormula === true) return [`${column}:formula`];
    return isNumber === true && textOnly.has(column) ? [`${column}:numberCell`] : [];
  });
  return { n: row.line, faults, ...keepCells(vault, texts) };
}
