import type { TFunction } from 'i18next';

const known = ['merchant_no', 'secret', 'api_key', 'public_key', 'private_key', 'app_id'] as const;

/** What a provider calls a credential, in words where there are some. */
export function credentialWord(t: TFunction<'channelDefs'>, field: string): string {
  const name = known.find((one) => one === field);
  return name === undefined ? field : t(`credentials.${name}`);
}
