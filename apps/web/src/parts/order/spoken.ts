import type { TFunction } from 'i18next';

/** What the records name by a word of the program, in the words of the reader; an unknown name stands as it is. */
export function spokenBy(t: TFunction<'orders'>) {
  return {
    operation: (name: string): string =>
      t(`providerLog.operations.${name as 'create'}`, { defaultValue: name }),
    outcome: (name: string): string =>
      t(`providerLog.outcomes.${name as 'accepted'}`, { defaultValue: name }),
    event: (name: string): string =>
      t(`callbackLog.events.${name.replace('.', '_') as 'refund_updated'}`, { defaultValue: name }),
  };
}
