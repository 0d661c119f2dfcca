import type { routing as shape } from '../zh-TW/routing.ts';

export const routing = {
  replay: {
    open: 'Replay',
    title: 'Replay a past day',
    hint: 'Routes the orders of that day once more over the changed channels, to compare only: no order and no setting changes.',
    day: 'Day',
    channel: 'Channel',
    weight: 'Weight',
    enabled: 'Enabled',
    run: 'Replay',
    running: '{{orders}} orders replayed',
    failed: 'The replay did not finish; please try again',
    moved: '{{moved}} of {{orders}} orders would go by another channel',
    before: 'Orders before',
    after: 'After',
    costBefore: 'Cost before',
    costAfter: 'Cost after',
    capHits: 'Stopped by a daily limit',
    without: 'Without a channel: {{before}} before, {{after}} after',
    sample: 'Orders that would move',
    noChannel: 'No channel',
    close: 'Close',
  },
} satisfies typeof shape;
