import { lookAtGates } from './gates/look-at-gates.ts';
import { printNow } from './run-node.ts';

const { passed, failed, skipped } = await lookAtGates(printNow);
process.stdout.write(`${passed} gates open, ${failed} shut${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
process.exitCode = failed === 0 ? 0 : 1;
