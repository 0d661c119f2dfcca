import { createContext, Script } from 'node:vm';
import { Visitor } from 'oxc-parser';
import { isTest } from '../place.ts';
import type { Finding, Rule } from '../rule.ts';

const product = /^(packages\/[^/]+|apps\/(server|web|sandbox))\/src\//;
/** Long enough to tell what grows with every way to read a text from what grows with its length. */
const length = 4_000;
/**
 * A sound expression needs a few thousandths of a second for all that is tried; a machine that was busy with something
 * else meanwhile is no fault of it.
 */
const patience = { withinMs: 5_000, tries: 3 };
/** One of each class that expressions speak of; what an expression names itself is tried too. */
const usual = ['a', '0', ' ', '/', '-', '.', ':', '"', '\n', '甲'];
const namedMost = 8;

/** The characters that an expression names, without its own marks. */
function namedIn(pattern: string): string[] {
  const literal = pattern.replace(/\\[pP]\{[^}]*\}|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\[a-zA-Z]/g, '');
  return [...new Set(literal.replace(/[\\^$.*+?()[\]{}|]/g, ''))].slice(0, namedMost);
}

/** The text that an expression begins with: without it many a loop would not be reached. */
function beginningOf(pattern: string): string {
  const literal = /^\^?((?:[\w =:/,;@#%&~-]|\\[./\\-])*)/.exec(pattern)?.[1] ?? '';
  return literal.replaceAll('\\', '');
}

/** Texts that make a bad expression try every way to read them: one thing over and over, and then what does not fit. */
function attacksOn(pattern: string): string[] {
  const letters = [...new Set([...namedIn(pattern), ...usual])];
  const loops = letters.flatMap((one, index) => [
    one.repeat(length),
    ...letters.slice(index + 1).map((other) => `${one}${other}`.repeat(length / 2)),
  ]);
  const beginnings = new Set(['', beginningOf(pattern)]);
  return [...beginnings].flatMap((beginning) => loops.map((loop) => `${beginning}${loop}\u0001`));
}

const attempt = new Script('for (const text of texts) expression.test(text)');

/** Whether some text keeps the expression busy without end; V8 breaks it off when it has taken too long. */
export function explodes(pattern: string, flags: string, { tries, withinMs } = patience): boolean {
  const expression = new RegExp(pattern, flags.replace(/[gy]/g, ''));
  const context = createContext({ expression, texts: attacksOn(pattern) });
  for (let left = tries; left > 0; left -= 1) {
    try {
      attempt.runInContext(context, { timeout: withinMs });
      return false;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    }
  }
  return true;
}

/** No expression of the product takes long over a text that somebody made for that. */
export const explosionsWithin = (most: typeof patience): Rule => ({
  name: 'expressions that explode',
  check(tree) {
    const findings: Finding[] = [];
    for (const source of tree.sources) {
      if (!product.test(source.path) || isTest(source.path) || !source.program) continue;
      new Visitor({
        Literal(node) {
          if (!('regex' in node)) return;
          const { flags, pattern } = node.regex;
          if (explodes(pattern, flags, most))
            findings.push({
              path: source.path,
              line: source.lineAt(node.start),
              says: `/${pattern}/ takes for ever over a text made for it; let no loop stand in a loop`,
            });
        },
      }).visit(source.program);
    }
    return findings;
  },
});

export const explosions = explosionsWithin(patience);
