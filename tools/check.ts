import { lookAtGates } from './gates/look-at-gates.ts';

const { passed, failed, skipped } = await lookAtGates();
process.stdout.write(`${passed} gates open, ${failed} shut${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
process.exitCode = failed === 0 ? 0 : 1;
