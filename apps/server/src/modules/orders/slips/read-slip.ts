import { slipMaxPixels } from '@suanpan/domain/limits';
import { readPicture } from '../../../platform/images/read-picture.ts';
import type { PictureMime } from '../../../platform/images/picture.ts';

export interface Slip {
  readonly mime: PictureMime | 'application/pdf';
  readonly bytes: Buffer;
  /** What the log keeps of its looks. */
  readonly shape: object;
}

/** What a document does by itself when it is opened, carries along, or hides behind a password. */
const active =
  /\/(JavaScript|JS|OpenAction|AA|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData|Encrypt)(?![A-Za-z0-9])/;
/** A name of a PDF may write any of its letters as #xx. */
const escaped = /\/[A-Za-z0-9]*#[0-9A-Fa-f]{2}/;
const pdfHead = /^%PDF-[12]\.\d/;
const pdfTail = /%%EOF\s*$/;
const headBytes = 8;
const tailBytes = 32;

/**
 * The slip of a transfer by its bytes, whatever it claims to be: a picture, cleaned, or a PDF as banks give it, which is whole and
 * says openly that it does nothing. Undefined for all else. A PDF is never shown inside the page.
 */
export function readSlip(bytes: Buffer): Slip | undefined {
  const picture = readPicture(bytes);
  if (picture !== undefined) {
    const { height, mime, width } = picture;
    if (width * height > slipMaxPixels) return undefined;
    return { mime, bytes: picture.bytes, shape: { width, height } };
  }
  const text = bytes.toString('latin1');
  if (!pdfHead.test(text.slice(0, headBytes)) || !pdfTail.test(text.slice(-tailBytes))) return undefined;
  if (active.test(text) || escaped.test(text)) return undefined;
  return { mime: 'application/pdf', bytes, shape: { bytes: bytes.length } };
}
