import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { layoutFaultsOf, paleWordsOf, violationsOf } from '../harness/appearance.ts';
import type { Album } from './album.ts';
import type { Language, Scheme } from './options.ts';

/** The colours change at once, but not within the same frame. */
const colorsChangeMs = 300;

/** How the page looks whose pictures are taken; light and dark come from one page. */
export interface Look {
  readonly language: Language;
  readonly width: number;
  readonly schemes: readonly Scheme[];
}

/** Takes the pictures of one language and width, and writes beside each what axe and the layout say. */
export class Camera {
  readonly look: Look;
  readonly #folder: string;
  readonly #album: Album;

  constructor(folder: string, album: Album, look: Look) {
    this.#folder = folder;
    this.#album = album;
    this.look = look;
  }

  /** One picture a scheme, at `shots/<screen>/<state>.<language>.<scheme>.<width>.png`. */
  async take(page: Page, screen: string, state: string): Promise<void> {
    const { language, width, schemes } = this.look;
    const room = screen.replaceAll('/', '-');
    mkdirSync(join(this.#folder, room), { recursive: true });
    for (const [n, scheme] of schemes.entries()) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await page.waitForTimeout(colorsChangeMs);
      const file = `${room}/${state}.${language}.${scheme}.${width}.png`;
      await page.screenshot({ path: join(this.#folder, file) });
      // What is no matter of colour is the same in the other scheme.
      const faults =
        n === 0 ? [...(await violationsOf(page)), ...(await layoutFaultsOf(page))] : await paleWordsOf(page);
      this.#album.add({ file, screen, state, language, scheme, width, faults });
    }
  }
}
