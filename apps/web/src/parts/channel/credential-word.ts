import type { TFunction } from 'i18next';

/** What a provider calls a credential, in words where there are some. */
export function credentialWord(t: TFunction<'channelDefs'>, field: string): string {
  return t(`credentials.${field as 'secret'}`, { defaultValue: field });
}
