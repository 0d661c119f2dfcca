import { merchantNonceS, merchantV1TimestampWindowS } from '@suanpan/domain/limits';
import { everyMinutes } from '../../../platform/calendar.ts';
import type { DueWork } from '../../../platform/due-work.ts';
import { sweepAdmissions } from './admission.store.ts';

const batchLimit = 20_000;
/** Longer than any request of either form stays fresh on both sides of the clock. */
const keptS = Math.max(merchantNonceS, 2 * merchantV1TimestampWindowS) + 60;

/** Every few minutes the nonces go that nobody can use again. */
export const nonceSweepWork: DueWork = {
  name: 'merchant-api.nonces',
  next: everyMinutes(5),
  missed: 'latest',
  async run(tx) {
    return (await sweepAdmissions(tx, keptS, batchLimit)) === batchLimit ? 'more' : undefined;
  },
};
