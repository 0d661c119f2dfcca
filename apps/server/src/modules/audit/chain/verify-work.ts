import { auditVerifyAt } from '@suanpan/domain/limits';
import { dailyAt } from '../../../platform/calendar.ts';
import type { DueWork } from '../../../platform/due-work.ts';
import { emit } from '../../../platform/outbox/emit.ts';
import type { ProofRuns } from './proof-runs.ts';

/**
 * Every night the whole chain is verified, and the administrators are told its head: whoever keeps yesterday's notice
 * can show that nothing before it was cut off.
 */
export function verifyWork(runs: ProofRuns): DueWork {
  return {
    name: 'audit.verify',
    next: dailyAt(auditVerifyAt),
    missed: 'latest',
    anytime: true,
    async run(tx) {
      const proof = await runs.run();
      if (proof === undefined) return;
      const payload = {
        passed: proof.passed,
        blocks: proof.blocks,
        rows: proof.rows,
        head: proof.head,
        findings: proof.findings,
      };
      await emit(tx, [{ kind: 'audit.verified', subject: 'audit', payload }]);
    },
  };
}
