import { operationLogs } from '@suanpan/contract/endpoints/audit';
import { codesCountOnce, logsAskForTheirRight } from './access-invariants.ts';
import {
  balancesChainUnderLoad,
  feesAddUp,
  newsTellOfTheirMoment,
  noDebitWithoutCover,
  oneOrderANumber,
  onlyTheAmountAskedCredits,
  onlyTheOwnTreeIsSeen,
  racedSettlesHappenOnce,
  repeatedSettlesHappenOnce,
} from './invariants.ts';
import type { Invariant } from './invariants.ts';
import {
  anotherConfirms,
  feesReturnOnce,
  noMoreThanCameGoesBack,
  suppliedIsNotRefunded,
} from './refund-invariants.ts';
import type { Bug } from './world.ts';

export interface PlantedBug {
  readonly what: string;
  readonly bug: Bug;
  readonly caughtBy: Invariant;
}

const balanceLock = 'ORDER BY b.account_id FOR NO KEY UPDATE';
const statusGuard = "(was.status = 'pending' OR (was.status = 'expired' AND r.late))";

/** The careless changes of the reliability plan that concern money and access, each beside the invariant that must see it. */
export const plantedBugs: readonly PlantedBug[] = [
  {
    what: 'settling an order that a rival changed while it was waited for',
    bug: { in: 'function', name: 'settle_collections', right: 'o.status = was.status AND', wrong: '' },
    caughtBy: racedSettlesHappenOnce,
  },
  {
    what: 'settling without looking at the state of the order',
    bug: {
      in: 'function',
      name: 'settle_collections',
      right: statusGuard,
      wrong: "was.status <> 'nothing'",
    },
    caughtBy: repeatedSettlesHappenOnce,
  },
  {
    what: 'settling for whatever amount was paid',
    bug: {
      in: 'function',
      name: 'settle_collections',
      right: 'AND o.pay_amount = r.paid\n        AND plan.credited + plan.merchant_fee = r.paid AND',
      wrong: '\n        AND',
    },
    caughtBy: onlyTheAmountAskedCredits,
  },
  {
    what: 'telling of a settlement after its commit, when the process dies in between',
    bug: {
      in: 'function',
      name: 'settle_collections',
      right: "'test', array_agg(s.is_test)), at\n      FROM settled s",
      wrong: "'test', array_agg(s.is_test)), at\n      FROM settled s WHERE false",
    },
    caughtBy: repeatedSettlesHappenOnce,
  },
  {
    what: 'a fee that went through a floating-point number',
    bug: {
      in: 'function',
      name: 'settle_collections',
      right: 'fee = plan.merchant_fee,',
      wrong: 'fee = trunc((o.pay_amount::float8 / 10000 * 2.8 / 100 + 5) * 10000)::bigint,',
    },
    caughtBy: feesAddUp,
  },
  {
    what: 'creating without the key of merchant and number',
    bug: {
      in: 'function',
      name: 'create_collections',
      right: 'ON CONFLICT ON CONSTRAINT collection_once DO NOTHING',
      wrong: '',
      drop: 'ALTER TABLE collection_order DROP CONSTRAINT collection_once',
    },
    caughtBy: oneOrderANumber,
  },
  {
    what: 'posting without the lock on the balances',
    bug: { in: 'function', name: 'ledger_post', right: balanceLock, wrong: 'ORDER BY b.account_id' },
    caughtBy: balancesChainUnderLoad,
  },
  {
    what: 'a check of cover outside of the lock',
    bug: {
      in: 'function',
      name: 'ledger_post',
      right: balanceLock,
      wrong: 'ORDER BY b.account_id',
      drop: 'ALTER TABLE balance DROP CONSTRAINT balance_is_covered',
    },
    caughtBy: noDebitWithoutCover,
  },
  {
    what: 'a list without the filter of the tenant',
    bug: { in: 'statements', right: /o\.agent_id = (\$\d+)/g, wrong: '$1::bigint IS NOT NULL' },
    caughtBy: onlyTheOwnTreeIsSeen,
  },
  {
    what: 'news that are written from the order as it is now',
    bug: {
      in: 'statements',
      right: /SELECT id, ids, kind, subject, payload,/,
      wrong: `SELECT id, ids, kind, subject, coalesce((
        SELECT collection_news(o) FROM collection_order o
        WHERE 'collection:' || o.id = coalesce(subject, 'collection:' || (payload -> 'order_id' ->> 0))), payload) AS payload,`,
    },
    caughtBy: newsTellOfTheirMoment,
  },
  {
    what: 'a code of the authenticator that is not burned',
    bug: {
      in: 'statements',
      right: /(INSERT INTO totp_used[^;]*)ON CONFLICT DO NOTHING/,
      wrong: '$1ON CONFLICT (user_id, step) DO UPDATE SET step = excluded.step',
    },
    caughtBy: codesCountOnce,
  },
  {
    what: 'a call that forgot which right it takes',
    bug: { in: 'access', of: operationLogs },
    caughtBy: logsAskForTheirRight,
  },
  {
    what: 'the refund of an order that was supplied by the house',
    bug: {
      in: 'function',
      name: 'refundable_of',
      right: 'ELSE came_for(o) - coalesce',
      wrong: 'ELSE o.actual_amount - coalesce',
    },
    caughtBy: suppliedIsNotRefunded,
  },
  {
    what: 'a refund of more than is left',
    bug: {
      in: 'function',
      name: 'refund_collection',
      right: '(refund_collection.amount BETWEEN 1 AND rest) IS NOT TRUE',
      wrong: 'refund_collection.amount < 1',
    },
    caughtBy: noMoreThanCameGoesBack,
  },
  {
    what: 'a refund that is confirmed by whoever asked for it',
    bug: {
      in: 'function',
      name: 'refund_confirm',
      right: 'IF NOT may_decide_refund(r, person) THEN',
      wrong: 'IF false THEN',
    },
    caughtBy: anotherConfirms,
  },
  {
    what: 'fees that return with every part of a refund',
    bug: {
      in: 'function',
      name: 'finish_refund',
      right: "x.order_id = o.id AND x.status = 'success' AND x.won_at IS NULL), 0);",
      wrong: "x.order_id = o.id AND x.status = 'success' AND x.won_at IS NULL), 0) OR true;",
    },
    caughtBy: feesReturnOnce,
  },
];
