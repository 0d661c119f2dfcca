import type { collectionSetting as shape } from '../zh-TW/collection-setting.ts';

export const collectionSetting = {
  whose: 'Applies to',
  platform: 'The whole platform',
  pick: 'Merchant or senior agent; empty for the default',
  effective: 'Now {{value}}',
  inherited: 'From {{name}}: {{value}}',
  product: 'Default: {{value}}',
  firstAtOnce: 'The first attempt is made at once (0)',
  toleranceMost: 'A tolerance of {{most}} at the most',
  saved: 'Settings saved',
  save: 'Save',
  fields: {
    expires: 'Order lifetime (seconds)',
    sameNameMinutes: 'Same-name window (minutes)',
    sameNameCount: 'Orders of one name that may wait',
    latePayment: 'Late payments',
    tolerance: 'Amount tolerance',
    delays: 'Callback delays (seconds, by commas)',
    hold: 'No automatic callback 8 hours after creation',
    ring: 'Sound for new collection orders',
  },
  hints: {
    expires: 'Where the merchant names no time',
    sameName: 'At one receiving account; 0 is no limit',
    delays: 'The first is 0: at once',
    late: 'Each channel decides where nothing is set',
    tolerance:
      'In the order’s currency: a payment that differs by no more is credited as paid. Never above a tenth of the order; 0 tolerates nothing',
    inherit: 'Empty takes over the setting above',
  },
  choices: {
    inherit: 'Inherit',
    yes: 'Yes',
    no: 'No',
    credit: 'Credit',
    abnormal: 'Mark as unusual',
    channel: 'As the channel does',
  },
  unlock: {
    title: 'Locked orders',
    none: 'No order is locked',
    until: '{{name}} until {{time}}',
    act: 'Unlock orders',
    effect: 'Takes {{count}} orders from whoever holds them; anybody may act on them again.',
    done: 'Unlocked',
  },
  usage: {
    title: 'Use of receiving accounts',
    about: 'What a receiving card or channel has taken today counts toward its daily limits.',
    clear: 'Clear card usage',
  },
} satisfies typeof shape;
