import type { income as shape } from '../zh-TW/income.ts';

export const income = {
  tabs: {
    system: 'System fee',
    withdrawal: 'Handling fees',
    fx: 'Exchange result',
    margin: 'Margin',
  },
  parts: {
    days: 'By day',
    entries: 'Journals',
  },
  columns: {
    day: 'Day',
    agent: 'Senior agent',
    mode: 'Collected',
    currency: 'Currency',
    accrued: 'Accrued',
    reversed: 'Reversed',
    collected: 'Received',
    outstanding: 'Outstanding',
    time: 'Time',
    event: 'Event',
    order: 'Order',
    operator: 'Operator',
    note: 'Note',
    journal: 'Journal',
    at: 'Drawn at',
    amount: 'Amount',
    to: 'Paid to',
    checker: 'Agreed by',
    drawableBefore: 'Drawable before',
    drawableAfter: 'Drawable after',
    reason: 'Reason',
  },
  modes: {
    realtime: 'At once',
    periodic: 'Monthly',
  },
  acts: {
    collect: 'Collect',
    draw: 'Draw income',
  },
  hints: {
    collect:
      'Taken from what the senior agent earned, no more than he owes and has; an empty field takes all of it.',
    draw: 'Only income that has come in can be drawn; a second person has to agree.',
  },
  fields: {
    amount: 'Amount',
    owed: '{{amount}} {{currency}} outstanding',
    drawable: '{{amount}} {{currency}} can be drawn',
    tooMuch: 'At most {{amount}} {{currency}}',
    to: 'Paid to',
    currency: 'Currency',
  },
  filters: {
    kind: 'Kind of income',
    agent: 'Senior agent ID',
    range: 'Date range',
    to: 'Paid to',
  },
  states: {
    collected: 'Collected',
    drawn: 'Drawn',
    empty: 'No income',
    noDrawings: 'No drawings',
    house: 'Platform',
    drawable: 'Can be drawn',
  },
} satisfies typeof shape;
