/** A name of the program; whatever else stands there was written by somebody and is shown as it is. */
const isName = /^[a-z][A-Za-z0-9]*$/;

/**
 * Why something failed, in the words that `wordOf` has for its name; it answers the name itself where it has none. What nobody kept
 * of the particulars is not waited for.
 */
export function tellFailure(failure: string, wordOf: (name: string) => string): string {
  if (!isName.test(failure)) return failure;
  return wordOf(failure)
    .replaceAll(/\{\{\w+\}\}/g, '')
    .replace(/\s*[:：]\s*$/, '');
}
