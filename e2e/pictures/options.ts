import { parseArgs } from 'node:util';

const languages = ['tw', 'cn', 'en'] as const;
const schemes = ['light', 'dark'] as const;
/** The two that a screen is drawn for, and two more for lists, whose columns depend on the room they have. */
const widths = [1440, 390, 1024, 1920] as const;
export type Language = (typeof languages)[number];
export type Scheme = (typeof schemes)[number];

export interface ShotOptions {
  /** Parts of names of screens; none means all of them. */
  readonly words: readonly string[];
  readonly languages: readonly Language[];
  readonly schemes: readonly Scheme[];
  readonly widths: readonly number[];
  /** Only what a screen shows at first: no dialogs, drawers, empty, failed and loading lists. */
  readonly isFirstSight: boolean;
  /** A server that runs already, and its DATA_DIR; else one is started. */
  readonly server: { readonly url: string; readonly dataDir: string } | null;
}

/** `npm run shots -- users settings --language=en --scheme=dark --width=390 --first-sight` */
export function readOptions(args: readonly string[]): ShotOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      language: { type: 'string' },
      scheme: { type: 'string' },
      width: { type: 'string' },
      'first-sight': { type: 'boolean', default: false },
      url: { type: 'string' },
      'data-dir': { type: 'string' },
    },
  });
  const { url, 'data-dir': dataDir } = values;
  return {
    words: positionals.map((word) => word.toLowerCase()),
    languages: chosen('language', languages, values.language),
    schemes: chosen('scheme', schemes, values.scheme),
    widths: chosen('width', widths, values.width),
    isFirstSight: values['first-sight'],
    server: url !== undefined && dataDir !== undefined ? { url, dataDir } : null,
  };
}

/** Those of `all` that the text names; throws where it names another: no picture would be taken, and nothing said. */
function chosen<T extends string | number>(
  option: string,
  all: readonly T[],
  text: string | undefined,
): readonly T[] {
  if (text === undefined) return all;
  return text.split(',').map((wanted) => {
    const found = all.find((one) => String(one) === wanted);
    if (found === undefined) throw new Error(`--${option}=${wanted} is none of ${all.join(', ')}`);
    return found;
  });
}
