import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(?:js|css|svg|json|wasm)$/;
/** A shorter file fits one packet as it is. */
const fromBytes = 1024;

/** Writes `.br` and `.gz` beside every asset that gains by it, so that the server compresses none at a request. */
export function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    apply: 'build',
    async writeBundle({ dir }) {
      if (dir === undefined) return;
      const entries = await readdir(dir, { recursive: true, withFileTypes: true });
      await Promise.all(
        entries
          .filter((entry) => entry.isFile() && compressible.test(entry.name))
          .map((entry) => compress(join(entry.parentPath, entry.name))),
      );
    },
  };
}

async function compress(file: string): Promise<void> {
  if (existsSync(`${file}.br`)) return;
  const bytes = await readFile(file);
  if (bytes.length < fromBytes) return;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
