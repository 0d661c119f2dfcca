import { parseArgs } from 'node:util';

export const languages = ['tw', 'cn', 'en'] as const;
export const schemes = ['light', 'dark'] as const;
export const widths = [1440, 390] as const;
export type Language = (typeof languages)[number];

export interface ShotOptions {
  /** Parts of routes; none means every screen. */
  readonly words: readonly string[];
  readonly languages: readonly Language[];
  readonly schemes: readonly ('light' | 'dark')[];
  readonly widths: readonly number[];
  /** Dialogs, drawers, the empty list and the failed one too. */
  readonly hasInner: boolean;
  /** A server that runs already, and its DATA_DIR; else one is started. */
  readonly server: { readonly url: string; readonly dataDir: string } | null;
}

/** `npm run shots -- users settings --language=en --scheme=dark --width=390 --inner` */
export function readOptions(args: readonly string[]): ShotOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      language: { type: 'string' },
      scheme: { type: 'string' },
      width: { type: 'string' },
      inner: { type: 'boolean', default: false },
      url: { type: 'string' },
      'data-dir': { type: 'string' },
    },
  });
  const { url, 'data-dir': dataDir } = values;
  return {
    words: positionals,
    languages: chosen(languages, values.language),
    schemes: chosen(schemes, values.scheme),
    widths: chosen(widths, values.width),
    hasInner: values.inner,
    server: url !== undefined && dataDir !== undefined ? { url, dataDir } : null,
  };
}

function chosen<T extends string | number>(all: readonly T[], text: string | undefined): readonly T[] {
  if (text === undefined) return all;
  const wanted = text.split(',');
  return all.filter((one) => wanted.includes(String(one)));
}
