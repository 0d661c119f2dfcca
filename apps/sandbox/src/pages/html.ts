/** Markup that is already safe. Only `html` makes it. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Content = Html | string | number | bigint | null | undefined | false | readonly Content[];

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const render = (content: Content): string => {
  if (content === null || content === undefined || content === false) return '';
  if (content instanceof Html) return content.text;
  if (typeof content === 'object') return content.map(render).join('');
  return String(content).replace(/[&<>"']/g, (letter) => escapes[letter] ?? '');
};

/** Builds markup: every value put in is escaped unless it is markup itself. Attribute values must stand in quotes. */
export function html(strings: TemplateStringsArray, ...contents: Content[]): Html {
  return new Html(strings.reduce((text, part, index) => text + render(contents[index - 1]) + part));
}

/** An address that may stand in a link: http and https only, never `javascript:`. */
export function webAddress(url: string | null | undefined): string | null {
  if (!url || !URL.canParse(url)) return null;
  return /^https?:$/.test(new URL(url).protocol) ? url : null;
}
