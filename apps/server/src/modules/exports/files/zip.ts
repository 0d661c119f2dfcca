import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

export interface ZipEntry {
  /** Letters, digits and signs of ASCII. */
  readonly name: string;
  /** Together shorter than 4 GB, as the whole file is: sizes are written in 32 bits. */
  readonly chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

interface Place {
  readonly name: Buffer;
  readonly offset: number;
  crc: number;
  size: number;
  packed: number;
}

/** The quickest form: a file of a million rows is otherwise one of minutes. */
const level = 1;
const outBytes = 256 * 1024;
/** Sizes stand behind the data, since they are not known before; names are UTF-8. */
const flags = 0x0808;
/** The first day that the format knows: what a file is made of says nothing of when. */
const [dosTime, dosDate] = [0, 0x21];

/** A ZIP file of deflated entries, made as it is read. Deflating is done by threads of Node's own, beside the one that serves. */
export async function* zipBytes(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const places: Place[] = [];
  let offset = 0;
  const count = (bytes: Uint8Array): Uint8Array => {
    offset += bytes.length;
    return bytes;
  };
  for await (const { chunks, name } of entries) {
    const place: Place = { name: Buffer.from(name), offset, crc: 0, size: 0, packed: 0 };
    places.push(place);
    yield count(Buffer.concat([record(0x04034b50, 4), version, shared(place, false), place.name]));
    for await (const bytes of deflated(chunks, place)) {
      place.packed += bytes.length;
      yield count(bytes);
    }
    const sizes = Buffer.alloc(16);
    sizes.writeUInt32LE(0x08074b50, 0);
    writeSizes(sizes, 4, place);
    yield count(sizes);
  }
  const begins = offset;
  for (const place of places) {
    const external = Buffer.alloc(14);
    external.writeUInt32LE(place.offset, 10);
    yield count(
      Buffer.concat([record(0x02014b50, 4), version, version, shared(place, true), external, place.name]),
    );
  }
  const end = record(0x06054b50, 22);
  end.writeUInt16LE(places.length, 8);
  end.writeUInt16LE(places.length, 10);
  end.writeUInt32LE(offset - begins, 12);
  end.writeUInt32LE(begins, 16);
  yield end;
}

async function* deflated(chunks: ZipEntry['chunks'], place: Place): AsyncGenerator<Uint8Array> {
  const deflate = createDeflateRaw({ level, chunkSize: outBytes });
  const feeding = pipeline(measured(chunks, place), deflate);
  // What fails here is met where the bytes are read.
  feeding.catch(() => {});
  for await (const bytes of deflate) yield bytes as Uint8Array;
  await feeding;
}

async function* measured(chunks: ZipEntry['chunks'], place: Place): AsyncGenerator<Uint8Array> {
  for await (const bytes of chunks) {
    place.crc = crc32(bytes, place.crc);
    place.size += bytes.length;
    yield bytes;
  }
}

const version = Buffer.from([20, 0]);

function record(signature: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUInt32LE(signature);
  return bytes;
}

/** What both records of an entry say of it, from its flags to the length of its name and of nothing more. */
function shared(place: Place, isKnown: boolean): Buffer {
  const bytes = Buffer.alloc(24);
  bytes.writeUInt16LE(flags, 0);
  bytes.writeUInt16LE(8, 2);
  bytes.writeUInt16LE(dosTime, 4);
  bytes.writeUInt16LE(dosDate, 6);
  if (isKnown) writeSizes(bytes, 8, place);
  bytes.writeUInt16LE(place.name.length, 20);
  return bytes;
}

function writeSizes(bytes: Buffer, at: number, { crc, packed, size }: Place): void {
  bytes.writeUInt32LE(crc, at);
  bytes.writeUInt32LE(packed, at + 4);
  bytes.writeUInt32LE(size, at + 8);
}
