import { expect, test } from 'vitest';
import { rules } from '../tidy/rules/all.ts';
import { plantTree } from '../tidy/tree.ts';
import { planAdapter } from './adapter.ts';
import { planEndpoint } from './endpoint.ts';
import type { Plan } from './plan.ts';
import { planScreen } from './screen.ts';

const standing: Record<string, string> = {
  'apps/server/src/adapters/registry.ts': `import type { ChannelAdapters } from '../modules/channels/port.ts';
import { simpay } from './simpay/index.ts';

/** Every protocol. */
export const adapters: ChannelAdapters = { simpay };
`,
  'packages/contract/src/endpoints/payouts.ts': `import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { money } from '../fields.ts';

export const row = z.object({ money });
export const list = endpoint({ row });
`,
  'apps/web/src/app/screen-registry.tsx': `export const screenRegistry = {
  'index.statistics': screen(async () => (await import('../screens/index/statistics.tsx')).Statistics),
};
`,
};

function written(plan: Plan): Record<string, string> {
  const changed = Object.entries(plan.changes).map(([path, change]) => [path, change(standing[path])]);
  return { ...standing, ...plan.files, ...(Object.fromEntries(changed) as Record<string, string>) };
}

function findings(plan: Plan): string[] {
  const tree = plantTree(written(plan));
  return rules.flatMap((rule) => rule.check(tree).map(({ path, says }) => `${path}: ${says}`));
}

test('what a recipe writes keeps the rules of the house', () => {
  expect(findings(planAdapter('new-pay'))).toEqual([]);
  expect(findings(planEndpoint('payouts/approve-payout', 'payment.transactions.markPaid', 'payout'))).toEqual(
    [],
  );
  expect(findings(planScreen('accounting.report', 'reports/dailyReports'))).toEqual([]);
});

test('a screen is registered behind the others, under the name of its route', () => {
  const plan = planScreen('accounting.report', 'reports/dailyReports');
  const registry = written(plan)['apps/web/src/app/screen-registry.tsx'] ?? '';
  expect(registry).toMatch(/'index\.statistics'.*\n.*'accounting\.report': screen\(/);
  expect(registry).toContain("import('../screens/accounting/report.tsx')).AccountingReport");
  expect(plan.files['apps/web/src/screens/accounting/report.tsx']).toContain('function AccountingReport()');
});

test('the registry gains one import and one name', () => {
  const registry = written(planAdapter('new-pay'))['apps/server/src/adapters/registry.ts'];
  expect(registry).toContain("import { newPay } from './new-pay/index.ts';");
  expect(registry).toContain('{ simpay, newPay }');
});

test('the contract gains one entry and what it imports, and keeps what it had', () => {
  const plan = planEndpoint('payouts/approve-payout', 'payment.transactions.markPaid', 'payout');
  const contract = written(plan)['packages/contract/src/endpoints/payouts.ts'];
  expect(contract).toContain("import { done, id, money } from '../fields.ts';");
  expect(contract).toContain('export const approvePayout = endpoint({');
  expect(contract).toContain('export const list');
});

test('a name that the house would refuse is refused before anything is written', () => {
  expect(() => planAdapter('NewPay')).toThrow('kebab-case');
  expect(() => planEndpoint('payouts/approve-payout', 'payment.transactions.markPaid', undefined)).toThrow(
    'npm run new endpoint',
  );
});
