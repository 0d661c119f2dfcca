import { UnreadableSheet } from './sheet.ts';

const endMark = 0x06_05_4b_50;
const entryMark = 0x02_01_4b_50;
/** The end of a ZIP file with the longest comment behind it. */
const endMostBytes = 65_557;
const inflatedMostBytes = 48 * 1024 * 1024;
const entriesMost = 500;
/** Stands where a size is written elsewhere: no sheet that we take is so large. */
const elsewhere = 0xff_ff_ff_ff;
const hasNoSizeYet = 8;

/**
 * Refuses a ZIP file that could become more than 48 MB. It goes by what the directory says of each entry; the reader
 * inflates none beyond that, so an entry that says nothing is refused too.
 */
export function refuseBomb(file: Buffer): void {
  const from = Math.max(0, file.length - endMostBytes);
  let end = file.length - 22;
  while (end >= from && file.readUInt32LE(end) !== endMark) end -= 1;
  if (end < from) throw new UnreadableSheet('unreadable');
  const entries = file.readUInt16LE(end + 10);
  if (entries === 0 || entries > entriesMost) throw new UnreadableSheet('unreadable');
  let at = file.readUInt32LE(end + 16);
  let inflated = 0;
  for (let entry = 0; entry < entries; entry += 1) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== entryMark) throw new UnreadableSheet('unreadable');
    const compressed = file.readUInt32LE(at + 20);
    const size = file.readUInt32LE(at + 24);
    const saysNothing = (file.readUInt16LE(at + 8) & hasNoSizeYet) !== 0 && compressed === 0;
    if (saysNothing || size === elsewhere || (size === 0 && compressed > 2))
      throw new UnreadableSheet('unreadable');
    inflated += size;
    if (inflated > inflatedMostBytes) throw new UnreadableSheet('unreadable');
    at += 46 + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
}
