/**
 * A pattern as JSON Schema has it: ECMA-262 without flags, and read the same by the validators of other languages, for
 * which `\d` is any digit of any script and `\p` is unknown. Halves of characters cannot come in UTF-8 and are left out.
 */
export function ecmaPattern(source: string): string {
  let isInClass = false;
  return source.replaceAll(/\\p\{\w+\}|\\.|\[|\]/gs, (piece) => {
    if (piece === '[') isInClass = true;
    else if (piece === ']') isInClass = false;
    if (piece === String.raw`\/`) return '/';
    const plain = plainForms[piece];
    if (plain === undefined) return piece;
    return isInClass ? plain : `[${plain}]`;
  });
}

/** What stands inside of a class for each escape. */
const plainForms: Readonly<Record<string, string>> = {
  [String.raw`\d`]: '0-9',
  [String.raw`\p{Cc}`]: String.raw`\u0000-\u001F\u007F-\u009F`,
  [String.raw`\p{Cs}`]: '',
  [String.raw`\0`]: String.raw`\u0000`,
};
