import type { Finding, Rule } from '../rule.ts';

/** The first whose former version may be serving beside: those before it were written when nothing was released. */
const firstBeside = '20261128000000';
/** Says why the version before does not read or write what goes here any more. */
const remark = /^-- The version before: \S/m;

/** What a server of the version before would stumble over, while it serves beside the one that migrates. */
const breaking: readonly { readonly form: RegExp; readonly what: string }[] = [
  { form: /\bDROP\s+(?:TABLE|VIEW|FUNCTION|SEQUENCE|TYPE|COLUMN)\b/gi, what: 'takes away what it may use' },
  { form: /\bRENAME\b/gi, what: 'gives a new name to what it knows by the old one' },
  {
    form: /\bALTER\s+(?:COLUMN\s+)?\w+\s+(?:SET\s+DATA\s+)?TYPE\b/gi,
    what: 'changes the type of what it reads',
  },
  { form: /\bSET\s+NOT\s+NULL\b/gi, what: 'refuses the rows that it writes' },
  { form: /\bDROP\s+DEFAULT\b/gi, what: 'refuses the rows that it writes' },
  {
    form: /\bADD\s+COLUMN\b(?:(?!\b(?:ADD|DEFAULT|GENERATED)\b)[^;])*\bNOT\s+NULL\b(?:(?!\b(?:ADD|DEFAULT|GENERATED)\b)[^;])*(?=;|\bADD\b)/gi,
    what: 'asks for a column that it does not write',
  },
  { form: /\bADD\s+(?:CONSTRAINT\s+\w+\s+)?CHECK\b/gi, what: 'may refuse the rows that it writes' },
  { form: /\bREVOKE\b/gi, what: 'takes a right that it may use' },
];

/** Without comments, texts and the bodies of functions, each place where it was. */
function bareOf(sql: string): string {
  return sql.replaceAll(/--[^\n]*|'(?:[^']|'')*'|(\$\w*\$)[\s\S]*?\1/g, (text) =>
    text.replaceAll(/[^\n]/g, ' '),
  );
}

/** Two versions serve beside each other while servers are upgraded in turn: a migration adds, and what goes was out of use before. */
export const migrationSteps: Rule = {
  name: 'migration steps',
  check(tree) {
    const findings: Finding[] = [];
    for (const { lineAt, path, text } of tree.sources) {
      const number = /^apps\/server\/migrations\/(\d{14})_[^/]+\.sql$/.exec(path)?.[1];
      if (number === undefined || number < firstBeside || remark.test(text)) continue;
      const bare = bareOf(text);
      for (const { form, what } of breaking) {
        for (const { 0: found, index } of bare.matchAll(form)) {
          const statement = found.split(/\s+/).slice(0, 3).join(' ');
          findings.push({
            path,
            line: lineAt(index),
            says: `${statement} ${what}; split the change (docs/operations/upgrade.md), or say "-- The version before: …" why it does not`,
          });
        }
      }
    }
    return findings;
  },
};
