import { timeStyle, xlsxLines } from '../../../platform/lines/xlsx-line.ts';
import type { Lines, Sheet } from './sheet.ts';
import { zipBytes } from './zip.ts';
import type { ZipEntry } from './zip.ts';

const columnWidth = 20;
const timeFormat = 'yyyy-mm-dd hh:mm:ss';
/** What a sheet holds at the most, its titles included, and past how much no page is added: a ZIP file's entry has 32 bits. */
const [sheetRows, sheetBytes] = [1_048_576, 2 ** 31];

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const formats = 'http://schemas.openxmlformats.org';
const main = `${formats}/spreadsheetml/2006/main`;
const relations = `${formats}/officeDocument/2006/relationships`;
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** A workbook of as many sheets as the lines fill, each with the titles, which stay in sight. */
export async function* xlsxBytes({ name, header, lines }: Sheet): AsyncGenerator<Uint8Array> {
  yield* zipBytes(entriesOf(name, header, lines));
}

async function* entriesOf(
  name: string,
  header: readonly string[],
  lines: AsyncIterable<Lines>,
): AsyncGenerator<ZipEntry> {
  const source = lines[Symbol.asyncIterator]();
  const titles = xlsxLines.line(header);
  const cols = `<cols><col min="1" max="${header.length}" width="${columnWidth}" customWidth="1"/></cols>`;
  let waiting: Lines | undefined;
  let sheets = 0;

  async function* sheet(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(
      `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen" activePane="bottomLeft"/></sheetView></sheetViews>${cols}<sheetData>${titles}`,
    );
    for (let rows = 1, bytes = 0; ;) {
      if (waiting === undefined) {
        const next: IteratorResult<Lines, unknown> = await source.next();
        if (next.done === true) break;
        waiting = next.value;
      }
      rows += waiting.rows;
      if (rows > sheetRows || bytes > sheetBytes) break;
      for (const block of waiting.bytes) {
        bytes += block.length;
        yield block;
      }
      waiting = undefined;
    }
    yield Buffer.from('</sheetData></worksheet>');
  }

  try {
    do {
      sheets += 1;
      yield { name: `xl/worksheets/sheet${sheets}.xml`, chunks: sheet() };
    } while (waiting !== undefined);
    for (const [path, xml] of Object.entries(partsOf(name, sheets)))
      yield { name: path, chunks: [Buffer.from(`${declaration}${xml}`)] };
  } finally {
    await source.return?.();
  }
}

/** What a workbook holds besides its sheets. */
function partsOf(name: string, sheets: number): Readonly<Record<string, string>> {
  const each = (of: (number: number) => string): string =>
    Array.from({ length: sheets }, (_, index) => of(index + 1)).join('');
  const shown = name.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, 28);
  const nameOf = (number: number): string => (number === 1 ? shown : `${shown}-${number}`);
  const cellFormat = (number: number): string =>
    `<xf numFmtId="${number}" fontId="0" fillId="0" borderId="0" xfId="0"${number === 0 ? '' : ' applyNumberFormat="1"'}/>`;
  const relationship = (id: number, type: string, target: string): string =>
    `<Relationship Id="rId${id}" Type="${relations}/${type}" Target="${target}"/>`;
  const related = (inner: string): string =>
    `<Relationships xmlns="${formats}/package/2006/relationships">${inner}</Relationships>`;
  const part = (path: string, type: string): string =>
    `<Override PartName="/xl/${path}.xml" ContentType="${contentType}.${type}+xml"/>`;
  // Of the formats of cells the one with this number is that of times; 164 is the first that is not a spreadsheet's own.
  const cellFormats = [0, 0].map((plain, index) => cellFormat(index === timeStyle ? 164 : plain));
  return {
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="${timeFormat}"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2">${cellFormats.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${each((number) => `<sheet name="${nameOf(number)}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': related(
      each((number) => relationship(number, 'worksheet', `worksheets/sheet${number}.xml`)) +
        relationship(sheets + 1, 'styles', 'styles.xml'),
    ),
    '_rels/.rels': related(relationship(1, 'officeDocument', 'xl/workbook.xml')),
    '[Content_Types].xml': `<Types xmlns="${formats}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('workbook', 'sheet.main')}${each((number) => part(`worksheets/sheet${number}`, 'worksheet'))}${part('styles', 'styles')}</Types>`,
  };
}
