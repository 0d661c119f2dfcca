import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ExportFormat } from '@suanpan/domain/exports/kinds';
import { asWritten } from './as-written.ts';

/** Which file of the folder: nothing that a person wrote is ever part of a path. */
export interface ExportFile {
  readonly id: bigint;
  readonly format: ExportFormat;
}

/** What was written, by which it is known again. */
export interface WrittenFile {
  readonly bytes: number;
  /** SHA-256 of it, in hexadecimal digits. */
  readonly print: string;
}

export interface ExportFolder {
  /**
   * Writes the bytes beside the place and moves them there when all of them are on the disk. What was written is removed when
   * that fails; beyond `most` bytes it does (`FileTooLarge`).
   */
  write(file: ExportFile, bytes: AsyncIterable<Uint8Array>, most: bigint): Promise<WrittenFile>;
  /**
   * The bytes of a finished file with their number, or undefined when it is gone. Where it is not what was written then, by its
   * print, the stream fails before its end (`FileAltered`).
   */
  read(
    file: ExportFile,
    print: string | null,
  ): Promise<{ readonly size: number; readonly stream: Readable } | undefined>;
  remove(file: ExportFile): Promise<void>;
  /** Names of what lies there, for a look after those nobody knows. */
  list(): Promise<readonly string[]>;
}

const chunkBytes = 256 * 1024;

/** The files of exports, readable by this process's user alone. */
export function openExportFolder(path: string): ExportFolder {
  const placeOf = ({ id, format }: ExportFile): string => join(path, `${id}.${format}`);
  const partOf = (file: ExportFile): string => `${placeOf(file)}.part`;

  return {
    async write(file, bytes, most) {
      await mkdir(path, { recursive: true, mode: 0o700 });
      try {
        const written = await writeAll(partOf(file), bytes, most);
        await rename(partOf(file), placeOf(file));
        return written;
      } catch (error) {
        await rm(partOf(file), { force: true });
        throw error;
      }
    },
    async read(file, print) {
      const found = await stat(placeOf(file)).catch(() => undefined);
      return found?.isFile() === true
        ? { size: found.size, stream: Readable.from(asWritten(placeOf(file), print), { objectMode: false }) }
        : undefined;
    },
    async remove(file) {
      await Promise.all([rm(partOf(file), { force: true }), rm(placeOf(file), { force: true })]);
    },
    list: () => readdir(path).catch(() => []),
  };
}

/** There is no room for so large a file. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
}

async function writeAll(path: string, bytes: AsyncIterable<Uint8Array>, most: bigint): Promise<WrittenFile> {
  const hash = createHash('sha256');
  const handle = await open(path, 'w', 0o600);
  try {
    let size = 0;
    let waiting: Uint8Array[] = [];
    let waitingBytes = 0;
    const flush = async (): Promise<void> => {
      // A plain write may take a part only; this one takes all or throws.
      const chunk = Buffer.concat(waiting);
      hash.update(chunk);
      await handle.appendFile(chunk);
      size += waitingBytes;
      waiting = [];
      waitingBytes = 0;
    };
    for await (const chunk of bytes) {
      waiting.push(chunk);
      waitingBytes += chunk.length;
      if (BigInt(size + waitingBytes) > most) throw new FileTooLarge();
      if (waitingBytes >= chunkBytes) await flush();
    }
    await flush();
    await handle.sync();
    return { bytes: size, print: hash.digest('hex') };
  } finally {
    await handle.close();
  }
}
