import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { deriveBackupKey } from './backup-key.ts';
import type { BackupKey, BackupKeys } from './backup-key.ts';

const magic = 'SUANPAN-BACKUP-1';
/** Encrypted a piece at a time, so that neither side ever holds more of it. */
const pieceBytes = 1 << 20;
const tagBytes = 16;
const saltBytes = 16;
/** No line of the format is longer. */
const lineMost = 8_192;

/** One file or folder; `/` between the names whatever the system. */
export interface Entry {
  readonly path: string;
  readonly kind: 'folder' | 'file' | 'end';
}

export interface WrittenArchive {
  readonly bytes: number;
  /** Of the file as it lies there. */
  readonly sha256: string;
  readonly salt: Buffer;
}

export interface ArchiveWriter {
  folder(path: string): Promise<void>;
  /**
   * The bytes of a file as they come, in parts of any size; how many there will be need not be known. A part may be written
   * over once the next is asked for.
   */
  file(path: string, content: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void>;
  /** Closes it; what was not closed can never be read. */
  finish(): Promise<WrittenArchive>;
  /** Ends without one. */
  abandon(): Promise<void>;
}

/**
 * Writes an encrypted archive: a line of what it is, then pieces under AES-256-GCM, numbered, the last one marked, so that none can
 * be changed, moved, left out or cut off without being seen. Each file ends with its SHA-256.
 */
export async function writeArchive(path: string, key: BackupKey): Promise<ArchiveWriter> {
  const salt = randomBytes(saltBytes);
  const secret = deriveBackupKey(key, salt, 'archive');
  const handle = await open(path, 'wx', 0o600);
  const whole = createHash('sha256');
  let bytes = 0;
  let number = 0n;
  let waiting: Buffer[] = [];
  let held = 0;

  async function put(raw: Buffer): Promise<void> {
    whole.update(raw);
    bytes += raw.length;
    await handle.write(raw);
  }
  async function seal(piece: Buffer, isLast: boolean): Promise<void> {
    const cipher = createCipheriv('aes-256-gcm', secret, nonceOf(number)).setAAD(markOf(isLast));
    number += 1n;
    const [sealed, rest] = [cipher.update(piece), cipher.final()];
    const head = Buffer.alloc(5);
    head.writeUInt32BE(sealed.length + rest.length + tagBytes);
    head[4] = isLast ? 1 : 0;
    for (const part of [head, sealed, rest, cipher.getAuthTag()]) await put(part);
  }
  async function write(part: Buffer): Promise<void> {
    waiting.push(part);
    held += part.length;
    if (held < pieceBytes) return;
    const all = Buffer.concat(waiting);
    let at = 0;
    for (; all.length - at >= pieceBytes; at += pieceBytes)
      await seal(all.subarray(at, at + pieceBytes), false);
    waiting = [Buffer.from(all.subarray(at))];
    held = all.length - at;
  }
  const lineOf = (entry: Entry): Buffer => {
    const text = Buffer.from(JSON.stringify(entry));
    return Buffer.concat([lengthOf(text.length), text]);
  };

  await put(Buffer.from(`${magic} ${key.id} ${salt.toString('base64')}\n`));
  return {
    folder: (folder) => write(lineOf({ path: folder, kind: 'folder' })),
    async file(name, content) {
      const hash = createHash('sha256');
      await write(lineOf({ path: name, kind: 'file' }));
      for await (const part of content) {
        hash.update(part);
        for (let at = 0; at < part.length; at += pieceBytes) {
          const some = part.subarray(at, at + pieceBytes);
          await write(Buffer.concat([lengthOf(some.length), some]));
        }
      }
      await write(Buffer.concat([lengthOf(0), hash.digest()]));
    },
    async finish() {
      await write(lineOf({ path: '', kind: 'end' }));
      await seal(Buffer.concat(waiting), true);
      await handle.sync();
      await handle.close();
      return { bytes, sha256: whole.digest('hex'), salt };
    },
    abandon: () => handle.close(),
  };
}

/** Thrown for an archive that is no whole one of ours; the words say what is wrong with it. */
export class DamagedArchive extends Error {
  override readonly name = 'DamagedArchive';
}

/** What an archive is handed to; a file's bytes come in parts. */
export interface ArchiveReader {
  folder(path: string): Promise<void>;
  file(path: string): Promise<{ write(part: Buffer): Promise<unknown>; close(): Promise<void> }>;
}

/** Reads a whole archive; throws `DamagedArchive` where anything of it is not as it was written, and for a key that is missing. */
export async function readArchive(path: string, keys: BackupKeys, into: ArchiveReader): Promise<void> {
  const handle = await open(path, 'r');
  try {
    const plain = new PlainBytes(await openPieces(handle, keys));
    for (;;) {
      const entry = JSON.parse((await plain.take(await plain.length(lineMost))).toString()) as Entry;
      if (entry.kind === 'end') return await plain.expectEnd();
      refuseOutside(entry.path);
      if (entry.kind === 'folder') {
        await into.folder(entry.path);
        continue;
      }
      const hash = createHash('sha256');
      const file = await into.file(entry.path);
      try {
        for (let size = await plain.length(); size > 0; size = await plain.length()) {
          const part = await plain.take(size);
          hash.update(part);
          await file.write(part);
        }
      } finally {
        await file.close();
      }
      if (!hash.digest().equals(await plain.take(32))) throw new DamagedArchive(`${entry.path} is damaged`);
    }
  } finally {
    await handle.close();
  }
}

/** The pieces in their order, opened. */
async function openPieces(handle: FileHandle, keys: BackupKeys): Promise<AsyncGenerator<Buffer>> {
  const head = Buffer.alloc(256);
  const { bytesRead } = await handle.read(head, 0, head.length, 0);
  const end = head.indexOf('\n');
  const [name, id = '', salt = ''] = head
    .subarray(0, Math.max(0, Math.min(end, bytesRead)))
    .toString()
    .split(' ');
  if (name !== magic) throw new DamagedArchive('it is no backup of Suanpan');
  const key = keys.find(id);
  if (key === undefined) throw new DamagedArchive(`its key ${id} is not in the key file`);
  const secret = deriveBackupKey(key, Buffer.from(salt, 'base64'), 'archive');

  return (async function* pieces() {
    let at = end + 1;
    for (let number = 0n; ; number += 1n) {
      const prefix = Buffer.alloc(5);
      if ((await handle.read(prefix, 0, 5, at)).bytesRead < 5) throw new DamagedArchive('it was cut off');
      const size = prefix.readUInt32BE();
      if (size < tagBytes || size > 2 * pieceBytes + tagBytes) throw new DamagedArchive('it is damaged');
      const sealed = Buffer.alloc(size);
      if ((await handle.read(sealed, 0, size, at + 5)).bytesRead < size)
        throw new DamagedArchive('it was cut off');
      at += 5 + size;
      const isLast = prefix[4] === 1;
      yield openPiece(secret, number, isLast, sealed);
      if (!isLast) continue;
      if ((await handle.read(prefix, 0, 1, at)).bytesRead > 0)
        throw new DamagedArchive('something stands behind it');
      return;
    }
  })();
}

function openPiece(secret: Buffer, number: bigint, isLast: boolean, sealed: Buffer): Buffer {
  try {
    const opening = createDecipheriv('aes-256-gcm', secret, nonceOf(number))
      .setAAD(markOf(isLast))
      .setAuthTag(sealed.subarray(-tagBytes));
    return Buffer.concat([opening.update(sealed.subarray(0, -tagBytes)), opening.final()]);
  } catch (cause) {
    throw new DamagedArchive(`piece ${number} was changed, or the key is another one`, { cause });
  }
}

/** The pieces as one run of bytes. */
class PlainBytes {
  readonly #pieces: AsyncGenerator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(pieces: AsyncGenerator<Buffer>) {
    this.#pieces = pieces;
  }

  async take(size: number): Promise<Buffer> {
    while (this.#held.length < size) {
      const next = await this.#pieces.next();
      if (next.done === true) throw new DamagedArchive('it ends too early');
      this.#held = this.#held.length === 0 ? next.value : Buffer.concat([this.#held, next.value]);
    }
    const taken = this.#held.subarray(0, size);
    this.#held = this.#held.subarray(size);
    return taken;
  }

  async length(most = 2 * pieceBytes): Promise<number> {
    const size = (await this.take(4)).readUInt32BE();
    if (size > most) throw new DamagedArchive('it is damaged');
    return size;
  }

  async expectEnd(): Promise<void> {
    if (this.#held.length > 0 || (await this.#pieces.next()).done !== true)
      throw new DamagedArchive('something stands behind its end');
  }
}

const markOf = (isLast: boolean): Buffer => Buffer.from(isLast ? 'last' : 'more');

function nonceOf(number: bigint): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(number, 4);
  return nonce;
}

function lengthOf(size: number): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(size);
  return head;
}

function refuseOutside(path: string): void {
  if (path === '' || path.startsWith('/') || path.split('/').includes('..') || path.includes('\0'))
    throw new DamagedArchive(`${path} leads out of it`);
}
