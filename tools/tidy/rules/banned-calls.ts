import { Visitor } from 'oxc-parser';
import type { Expression } from 'oxc-parser';
import { isTest } from '../place.ts';
import type { Finding, Rule } from '../rule.ts';
import type { Source } from '../source.ts';

const packages = /^packages\/[^/]+\/src\//;
const server = /^apps\/server\/src\//;
const web = /^apps\/web\/src\//;
/** It calls its own server and the sandbox that it started. */
const demo = /^apps\/server\/src\/demo\//;

/** Where money is handled. Platform knows no business, so its numbers are ports, counts and milliseconds. */
const money = /^(packages\/(money|domain|contract|messages)\/src|apps\/server\/src\/(modules|adapters))\//;
/** The package for merchants runs in their programs, where the clock is theirs. */
const clock = /^(apps\/server\/src\/platform\/clock(\.ts|\/)|packages\/merchant-sdk\/src\/)/;
const notMoney = /\bnot money\b/i;

function nameOf(callee: Expression): string {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier') {
    const object = callee.object.type === 'Identifier' ? callee.object.name : '';
    return `${object}.${callee.property.name}`;
  }
  return '';
}

/** A remark "Not money: …" on the line or the one above says why a plain number is right there. */
function isExplained(source: Source, line: number): boolean {
  return source.comments.some(({ value, start, end }) => {
    const near = source.lineAt(start) <= line && source.lineAt(end) >= line - 1;
    return near && notMoney.test(value);
  });
}

function reason(source: Source, name: string, args: number, line: number): string | undefined {
  const { path } = source;
  const product = packages.test(path) || server.test(path);
  if (money.test(path) && /^(Number|parseFloat|Number\.parseFloat)$|\.toFixed$/.test(name)) {
    if (isExplained(source, line)) return undefined;
    return `${name} loses money; use @suanpan/money (parseAmount, formatLedger, display2), or remark "Not money: why"`;
  }
  if (product && !clock.test(path)) {
    if (name === 'Date.now' || (name === 'new Date' && args === 0)) {
      return `${name}() is no clock of ours; take WallClock, or businessNow(tx) for business time`;
    }
  }
  if ((product || web.test(path)) && name === 'Math.random') {
    return 'Math.random can be foretold; use randomToken or crypto.getRandomValues';
  }
  if (server.test(path) && !demo.test(path) && name === 'fetch') {
    return 'fetch checks no address; leave the house by platform/outbound';
  }
  if (product && name.startsWith('console.'))
    return 'console bypasses redaction; take the Logger of platform/log';
  if (/^(eval|new Function|Function)$/.test(name)) return `${name} runs text as code; write the code`;
  return undefined;
}

/** Calls that look harmless and are not, each with what to write instead. */
export const bannedCalls: Rule = {
  name: 'banned calls',
  check(tree) {
    const findings: Finding[] = [];
    for (const source of tree.sources) {
      const { path, program } = source;
      if (!program || isTest(path)) continue;
      const look = (name: string, args: number, start: number) => {
        const line = source.lineAt(start);
        const says = reason(source, name, args, line);
        if (says) findings.push({ path, line, says });
      };
      new Visitor({
        CallExpression: (node) => look(nameOf(node.callee), node.arguments.length, node.start),
        NewExpression: (node) => look(`new ${nameOf(node.callee)}`, node.arguments.length, node.start),
        TSAnyKeyword: (node) => {
          const says =
            '`any` switches the compiler off; use unknown and narrow it, or the type of the contract';
          findings.push({ path, line: source.lineAt(node.start), says });
        },
      }).visit(program);
    }
    return findings;
  },
};
