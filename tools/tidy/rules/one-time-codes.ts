import type { Rule } from '../rule.ts';

/** Tests take theirs from the first; the seed of a demo is alone with accounts that nobody has used. */
const places = ['apps/server/test/one-time-code.ts', 'apps/server/src/demo/front-door.ts'];
const maker = /^import \{[^}]*\bgenerate(Sync)?\b[^}]*\} from 'otplib'/m;

/** A code counts once, whoever used it: who takes one by the clock fails when another took it in the same half minute. */
export const oneTimeCodes: Rule = {
  name: 'one-time codes',
  check(tree) {
    return tree.sources
      .filter(({ path, text }) => !places.includes(path) && maker.test(text))
      .map(({ path, text, lineAt }) => ({
        path,
        line: lineAt(text.search(maker)),
        says: 'computes a code by itself; take one that nobody used: unusedCode, or `code` at the door',
      }));
  },
};
