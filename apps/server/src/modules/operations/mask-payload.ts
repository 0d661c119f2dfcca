/**
 * What says nothing of a person: numbers of orders, states, amounts, times, and what a program answers with. Whatever is not
 * named here is masked; names are held against it in lower case, with `_` before a capital.
 */
const plain =
  /^(?:id|kind|type|no|at|money|status|stage|state|act|source|test|currency|rate|method|version|attempts|result|failure|via|level|code|message|msg|error|field|success|pid|timestamp)$|_(?:id|ids|no|status|kind|at|day|version|minor|code|msg|type|date|time|currency)$|(?:^|_)(?:amount|amt|fee)$/;
/** Numbers of people and of what is theirs, and what signs, whatever else such a name looks like. */
const personal =
  /(?:acc|account|acct|card|phone|mobile|tel|identity|tax|passport|cert|national|resident|personal)_?(?:no|id|code)$|(?:^|_)id_?(?:no|card|code)$|(?:one|auth|verify|verification|security|access|cvv|cvc|otp|pin)_?code$|birth|session|secret|token|sign|password/;
/** A contract with a provider is an account of ours. */
const ours = /^channel_account_id$/;
const mask = '***';

/** Whether what stands under this name may be read. */
export function isPlainName(name: string): boolean {
  const told = name.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();
  return ours.test(told) || (plain.test(told) && !personal.test(told));
}

/** What a program sent, for reading: names, accounts, addresses and notes masked, at any depth. */
export function maskPayload(payload: unknown, isPlain = false): unknown {
  if (Array.isArray(payload)) return payload.map((item) => maskPayload(item, isPlain));
  if (typeof payload === 'object' && payload !== null) {
    return Object.fromEntries(
      Object.entries(payload).map(([name, value]) => [name, maskPayload(value, isPlainName(name))]),
    );
  }
  return isPlain || typeof payload === 'boolean' || payload === null ? payload : mask;
}

/** The same of a body as it crossed the wire: JSON, a form, or a document of marks. What is none of them is only measured. */
export function maskBody(body: string): string {
  if (body === '') return '';
  try {
    const read: unknown = JSON.parse(body);
    return typeof read === 'object' && read !== null ? JSON.stringify(maskPayload(read)) : mask;
  } catch {
    if (/^\s*</.test(body)) return maskMarks(body);
    if (/^[^\s=&]+=[^\s]*$/.test(body)) return maskForm(body);
    return `${mask} (${body.length})`;
  }
}

/** The same of a call: a first line of method and address, then its body. The path is told, of the query what may be. */
export function maskCall(text: string): string {
  const end = text.indexOf('\n');
  const [line, body] = end === -1 ? [text, ''] : [text.slice(0, end), text.slice(end + 1)];
  const [address = '', ...query] = line.split('?');
  const head = query.length === 0 ? address : `${address}?${maskForm(query.join('?'))}`;
  return body === '' ? head : `${head}\n${maskBody(body)}`;
}

/** Of a document of marks the names of its marks and of what they say are told, wherever a value can stand. */
function maskMarks(document: string): string {
  const pieces = /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<[^>]*(?:>|$)|[^<]+/g;
  return document.replaceAll(pieces, (piece) => {
    if (!piece.startsWith('<')) return piece.trim() === '' ? piece : mask;
    const [, begin, name] = /^<([/?]?)([\w:.-]+)(?=[\s/?>]|$)/.exec(piece) ?? [];
    if (name === undefined) return mask;
    const said = [...piece.matchAll(/(?<![\w:.-])([\w:.-]+)\s*=\s*(?:"[^"]*"?|'[^']*'?|[^\s"'>]+)/g)].map(
      ([, attribute]) => ` ${attribute}="${mask}"`,
    );
    return `<${begin}${name}${said.join('')}${/[/?]>$/.exec(piece)?.[0] ?? '>'}`;
  });
}

/** A word without a value is a switch; anything else there may be a secret. */
const isSwitch = (text: string): boolean => /^[A-Za-z_]{0,24}$/.test(text);

function maskForm(form: string): string {
  return form
    .split('&')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      if (value.length === 0) return isSwitch(name) ? pair : mask;
      return isPlainName(name) ? pair : `${name}=${mask}`;
    })
    .join('&');
}
