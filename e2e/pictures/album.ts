import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { albumPage } from './album-page.ts';
import type { Picture } from './picture.ts';

/** All pictures of a folder, those of earlier runs included, as a page to leaf through. */
export class Album {
  readonly #folder: string;
  readonly #pictures = new Map<string, Picture>();
  readonly #print: (line: string) => void;
  taken = 0;
  faults = 0;

  constructor(folder: string, print: (line: string) => void) {
    this.#folder = folder;
    this.#print = print;
  }

  /** The pictures of earlier runs, and of one beside this, that are still there. */
  #others(): Picture[] {
    const list = join(this.#folder, 'pictures.json');
    if (!existsSync(list)) return [];
    const all = JSON.parse(readFileSync(list, 'utf8')) as Picture[];
    return all.filter(({ file }) => !this.#pictures.has(file) && existsSync(join(this.#folder, file)));
  }

  add(picture: Picture): void {
    this.taken += 1;
    this.faults += picture.faults.length;
    this.#pictures.set(picture.file, picture);
    this.#print([picture.file, ...picture.faults].join('\n    '));
  }

  /** Writes `index.html`, and the list from which the next run goes on. */
  write(): void {
    mkdirSync(this.#folder, { recursive: true });
    const pictures = [...this.#others(), ...this.#pictures.values()].sort((one, other) =>
      one.file < other.file ? -1 : 1,
    );
    writeFileSync(join(this.#folder, 'pictures.json'), JSON.stringify(pictures, null, 1));
    writeFileSync(join(this.#folder, 'index.html'), albumPage(pictures));
  }
}
