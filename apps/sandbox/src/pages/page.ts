import { html } from './html.ts';
import type { Content, Html } from './html.ts';
import { languageNames, languages } from './language.ts';
import type { Language } from './language.ts';

/** What surrounds the content of a page. */
export interface Frame {
  language: Language;
  /** Where the program is shown: '' or a path without trailing slash. */
  prefix: string;
  title: string;
  brand: string;
  tagline: string;
  /** Links of the top bar: address after the prefix, words, whether this page is it. */
  links: readonly { path: string; words: string; isHere: boolean }[];
  /** The address of this page after the prefix, without `lang`. */
  here: string;
  isLive: boolean;
}

/** Three rods of an abacus, one bead of amber. */
const mark = html`<svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
  <rect
    x="1.5"
    y="2.5"
    width="21"
    height="19"
    rx="3"
    fill="none"
    stroke="oklch(0.55 0.12 255)"
    stroke-width="1.6"
  />
  <path
    d="M2 9h20M7 3v18M12 3v18M17 3v18"
    stroke="oklch(0.55 0.12 255)"
    stroke-width="1.1"
    fill="none"
    opacity="0.65"
  />
  <g fill="oklch(0.55 0.12 255)">
    <rect x="4.9" y="13.4" width="4.2" height="3" rx="1.5" />
    <rect x="14.9" y="16.6" width="4.2" height="3" rx="1.5" />
  </g>
  <rect x="9.9" y="11.2" width="4.2" height="3" rx="1.5" fill="oklch(0.78 0.14 75)" />
</svg>`;

/** Adds a language to an address of ours. */
export const withLanguage = (path: string, language: Language): string =>
  `${path}${path.includes('?') ? '&' : '?'}lang=${language}`;

/** A whole page. */
export function page(frame: Frame, content: Content): Html {
  const link = (path: string) => `${frame.prefix}${withLanguage(path, frame.language)}`;
  return html`<!doctype html>
    <html lang="${frame.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${frame.title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${frame.prefix}/assets/style.css" />
        ${frame.isLive && html`<script defer src="${frame.prefix}/assets/live.js"></script>`}
      </head>
      <body>
        <div class="top" role="banner">
          <span class="brand"
            >${mark}<span>${frame.brand} <small>${frame.tagline}</small></span></span
          >
          ${
            frame.links.length > 0 &&
            html`<nav class="nav">
              ${frame.links.map(
                (each) =>
                  html`<a href="${link(each.path)}" ${each.isHere && html` aria-current="page"`}
                    >${each.words}</a
                  >`,
              )}
            </nav>`
          }
          <nav class="nav languages" aria-label="Language">
            ${languages.map(
              (each) =>
                html`<a
                  href="${frame.prefix}${withLanguage(frame.here, each)}"
                  lang="${each}"
                  ${each === frame.language && html` aria-current="true"`}
                  >${languageNames[each]}</a
                >`,
            )}
          </nav>
        </div>
        <main>${content}</main>
      </body>
    </html>`;
}
