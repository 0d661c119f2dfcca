import type { rates as shape } from '../zh-TW/rates.ts';

export const rates = {
  columns: {
    agent: 'Senior agent',
    pair: 'Pair',
    collectionRate: 'Collection rate',
    paymentRate: 'Payment rate',
    state: 'State',
    validFrom: 'Valid from',
    version: 'Version',
    setBy: 'Set by',
    usedBy: 'Orders',
    reason: 'Reason',
  },
  rateStates: {
    current: 'In force',
    future: 'To come',
    past: 'Replaced',
    withdrawn: 'Withdrawn',
  },
  acts: {
    set: 'Set a rate',
    withdraw: 'Withdraw',
    convert: 'Convert',
  },
  hints: {
    set: 'Quote units for one unit of the base. A second person has to agree; a rate that was in force stays as it was, and a new version follows it.',
    withdraw: 'This rate will not come into force.',
  },
  fields: {
    agent: 'Senior agent (empty: the platform)',
    pair: 'Pair',
    collectionRate: 'Collection rate',
    paymentRate: 'Payment rate',
    validFrom: 'Valid from (empty: at once)',
    allowLoss: 'Allow a payment rate below the collection rate',
    amount: 'Amount',
    from: 'From',
    to: 'To',
  },
  filters: {
    shown: 'Shown',
    all: 'With history',
  },
  states: {
    done: 'Done',
    empty: 'No rates are set',
    platform: 'Platform',
    oneWay: 'Pairs are quoted in the order USDT, USD, CNY, TWD',
    notARate: 'Enter a rate above 0 with at most 8 decimals',
    belowCollection: 'Below the collection rate',
    result: '{{amount}} {{currency}}, at {{rate}}',
  },
} satisfies typeof shape;
