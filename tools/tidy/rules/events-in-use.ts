import { isTest } from '../place.ts';
import type { Finding, Rule } from '../rule.ts';
import type { Source } from '../source.ts';

const catalogue = 'packages/domain/src/events.ts';
const entry = /^ {2}readonly '(\w+)\.(\w+)':/;

const isOf = (part: RegExp) => (source: Source) =>
  !isTest(source.path) && source.imports.some(({ specifier }) => part.test(specifier));
const emits = isOf(/platform\/outbox\/emit\.ts$/);
const hears = isOf(/platform\/outbox\/on\.ts$/);
const isMigration = ({ path }: Source): boolean => /^apps\/server\/migrations\/.*\.sql$/.test(path);

/** In SQL a kind may also be put together, of its noun and what became of it: `'collection.' || reason`. */
function writes({ text }: Source, noun: string, verb: string): boolean {
  return text.includes(`'${noun}.${verb}'`) || (text.includes(`'${noun}.' ||`) && text.includes(`'${verb}'`));
}

/** Each event of the catalogue has somebody who emits it and somebody who hears it. */
export const eventsInUse: Rule = {
  name: 'events in use',
  check(tree) {
    const source = tree.sources.find(({ path }) => path === catalogue);
    const findings: Finding[] = [];
    for (const [index, text] of (source?.text.split('\n') ?? []).entries()) {
      const [, noun, verb] = entry.exec(text) ?? [];
      if (noun === undefined || verb === undefined) continue;
      const says = (what: string): void => {
        findings.push({ path: catalogue, line: index + 1, says: `${noun}.${verb} is ${what} by nobody` });
      };
      const names = (each: Source): boolean => each.text.includes(`'${noun}.${verb}'`);
      if (
        !tree.sources.some((each) =>
          isMigration(each) ? writes(each, noun, verb) : emits(each) && names(each),
        )
      )
        says('emitted');
      if (!tree.sources.some((each) => hears(each) && names(each))) says('heard');
    }
    return findings;
  },
};
