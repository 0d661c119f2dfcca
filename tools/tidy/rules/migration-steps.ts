import type { Finding, Rule } from '../rule.ts';

/** The first whose former version may be serving beside: those before it were written when nothing was released. */
const firstBeside = '20261128000000';
/** Says why the version before does not read or write what goes here any more. */
const remark = /^-- The version before: \S/m;

const name = String.raw`(?:"[^"]+"|[\w.]+)`;

/** What a server of the version before would stumble over, while it serves beside the one that migrates. */
const breaking: readonly { readonly form: RegExp; readonly what: string }[] = [
  {
    // What no longer refuses, and a table that is gone with its transaction, is missed by nobody.
    form: /(?<!\bCOMMIT\s+)\bDROP\s+(?!DEFAULT\b|NOT\s+NULL\b|TRIGGER\b)|\bTRUNCATE\b/gi,
    what: 'takes away what it may use',
  },
  { form: /\bRENAME\b|\bSET\s+SCHEMA\b/gi, what: 'gives a new name to what it knows by the old one' },
  {
    form: new RegExp(String.raw`\bALTER\s+(?:COLUMN\s+)?${name}\s+(?:SET\s+DATA\s+)?TYPE\b`, 'gi'),
    what: 'changes the type of what it reads',
  },
  { form: /\bSET\s+NOT\s+NULL\b/gi, what: 'refuses the rows that it writes' },
  { form: /\bDROP\s+DEFAULT\b/gi, what: 'refuses the rows that it writes' },
  { form: /\b(?:ADD|SET)\s+GENERATED\s+ALWAYS\b/gi, what: 'refuses the rows that it writes' },
  {
    form: new RegExp(
      String.raw`\bADD\s+(?:CONSTRAINT\s+${name}\s+)?(?:CHECK|UNIQUE|EXCLUDE|PRIMARY\s+KEY|FOREIGN\s+KEY)\b`,
      'gi',
    ),
    what: 'may refuse the rows that it writes',
  },
  { form: /\bCREATE\s+UNIQUE\s+INDEX\b/gi, what: 'may refuse the rows that it writes' },
  {
    form: /\bCREATE\s+(?:OR\s+REPLACE\s+)?(?:CONSTRAINT\s+)?TRIGGER\b/gi,
    what: 'may refuse the rows that it writes',
  },
  { form: /\bREVOKE\b/gi, what: 'takes a right that it may use' },
];

/** A column of its own in a list of changes; a constraint is none. */
const addedColumn = new RegExp(
  String.raw`\bADD\s+(?:COLUMN\s+(?:IF\s+NOT\s+EXISTS\s+)?)?(?!(?:COLUMN|CONSTRAINT|CHECK|UNIQUE|EXCLUDE|PRIMARY|FOREIGN|GENERATED|VALUE)\b)${name}\s+[^;]*`,
  'gi',
);
const isAsked = /\bNOT\s+NULL\b|\bPRIMARY\s+KEY\b/i;
const isGiven = /\bDEFAULT\b|\bGENERATED\b|\b(?:small|big)?serial\b/i;

const created = new RegExp(
  String.raw`\bCREATE\s+(?:TEMP(?:ORARY)?\s+|UNLOGGED\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(${name})`,
  'gi',
);
const changed = new RegExp(
  String.raw`\bALTER\s+TABLE\s+(?:IF\s+EXISTS\s+)?(?:ONLY\s+)?(${name})|\bCREATE\s+(?:UNIQUE\s+INDEX|(?:OR\s+REPLACE\s+)?(?:CONSTRAINT\s+)?TRIGGER)\b[^;]*?\sON\s+(?:ONLY\s+)?(${name})`,
  'i',
);

/** Without comments, texts and the bodies of functions, each place where it was. What `DO` runs is run at once, so it stays. */
function bareOf(sql: string): string {
  return sql.replaceAll(
    /--[^\n]*|\/\*[\s\S]*?\*\/|\bDO\s+(?:LANGUAGE\s+\w+\s+)?(\$\w*\$)[\s\S]*?\1|'(?:[^']|'')*'|(\$\w*\$)[\s\S]*?\2/gi,
    (text, run?: string) =>
      run === undefined
        ? text.replaceAll(/[^\n]/g, ' ')
        : text.replaceAll(/--[^\n]*/g, (comment) => ' '.repeat(comment.length)),
  );
}

interface Place {
  readonly index: number;
  readonly found: string;
  readonly what: string;
}

/** What breaks in a statement, which begins at `from`. */
function* breaksIn(statement: string, from: number): Generator<Place> {
  for (const { form, what } of breaking) {
    for (const { 0: found, index } of statement.matchAll(form)) {
      yield { index: from + index, found: statement.slice(index, index + Math.max(found.length, 60)), what };
    }
  }
  if (!/\bALTER\s+TABLE\b/i.test(statement)) return;
  for (const { text, at } of changesOf(statement)) {
    for (const { 0: found, index } of text.matchAll(addedColumn)) {
      if (!isAsked.test(found) || isGiven.test(found)) continue;
      yield { index: from + at + index, found, what: 'asks for a column that it does not write' };
    }
  }
}

/** A statement cut at the commas that stand in no brackets. */
function changesOf(statement: string): { readonly text: string; readonly at: number }[] {
  const changes: { text: string; at: number }[] = [];
  let [depth, at] = [0, 0];
  for (let place = 0; place <= statement.length; place += 1) {
    const sign = statement[place];
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (sign !== undefined && (sign !== ',' || depth > 0)) continue;
    changes.push({ text: statement.slice(at, place), at });
    at = place + 1;
  }
  return changes;
}

/** The breaking places of a migration, but for those on tables that it makes itself: the version before does not know them. */
function* placesIn(sql: string): Generator<Place> {
  const bare = bareOf(sql);
  const own = new Set([...bare.matchAll(created)].map((match) => match[1]?.toLowerCase()));
  let from = 0;
  for (const statement of bare.split(';')) {
    const [, altered, watched] = changed.exec(statement) ?? [];
    if (!own.has((altered ?? watched)?.toLowerCase())) yield* breaksIn(statement, from);
    from += statement.length + 1;
  }
}

/** Two versions serve beside each other while servers are upgraded in turn: a migration adds, and what goes was out of use before. */
export const migrationSteps: Rule = {
  name: 'migration steps',
  check(tree) {
    const findings: Finding[] = [];
    for (const { lineAt, path, text } of tree.sources) {
      const number = /^apps\/server\/migrations\/(\d{14})_[^/]+\.sql$/.exec(path)?.[1];
      if (number === undefined || number < firstBeside || remark.test(text)) continue;
      for (const { found, index, what } of placesIn(text)) {
        const statement = found.trim().split(/\s+/).slice(0, 3).join(' ');
        findings.push({
          path,
          line: lineAt(index),
          says: `${statement} ${what}; split the change (docs/operations/upgrade.md), or say "-- The version before: …" why it does not`,
        });
      }
    }
    return findings;
  },
};
