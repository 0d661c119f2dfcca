import type { data as shape } from '../zh-TW/data.ts';

export const data = {
  columns: {
    day: 'Day',
    customer: 'Merchant',
    channel: 'Channel',
    currency: 'Currency',
    agent: 'Senior agent',
  },
  figures: {
    orders: 'Orders',
    success: 'Succeeded',
    failed: 'Failed',
    successRate: 'Success rate',
    amount: 'Order amount',
    actual: 'Actual amount',
    fee: 'Fee',
    accounted: 'Credited',
    meanTicket: 'Mean ticket',
    timeToPay: 'Median time to pay',
  },
  counts: {
    created: 'by the day the order was made',
    posted: 'by the day of the posting',
  },
  filters: {
    range: 'Day',
    group: 'Group by',
    compare: 'Compare with',
  },
  groups: {
    merchant: 'Merchant',
    channel: 'Channel',
    day: 'Day',
    'merchant.channel': 'Merchant × channel',
    'merchant.day': 'Merchant × day',
    'channel.day': 'Channel × day',
  },
  compare: {
    dayBefore: 'Day before',
    weekday: 'Same weekday',
    period: 'Period before',
  },
  states: {
    empty: 'no data',
    noChannel: 'No channel',
    toList: 'Show what it is made of',
    before: 'Compared range: {{value}}',
    minutes: '{{minutes}} min {{seconds}} s',
    seconds: '{{seconds}} s',
  },
  hints: {
    rateHidden: 'The success rate is hidden beyond one day; group by day to see it for each',
    timeToPay: 'The time to pay is shown for at most two days',
  },
} satisfies typeof shape;
