import type { NewebpayKeys } from '@suanpan/signing/newebpay';
import type { ChannelAccount, CredentialField } from '../../modules/channels/port.ts';

export const newebpayCredentials: readonly CredentialField[] = [
  { name: 'merchant_id', secret: false },
  { name: 'hash_key', secret: true },
  { name: 'hash_iv', secret: true },
];

export const keysOf = ({ credentials }: ChannelAccount): NewebpayKeys => ({
  hashKey: credentials['hash_key'] ?? '',
  hashIv: credentials['hash_iv'] ?? '',
});

/** Where browsers reach its page: a sandbox may answer them elsewhere than us, which no contract names. */
export const payerBaseOf = ({ baseUrl, credentials }: ChannelAccount): string =>
  credentials['payer_base_url'] ?? baseUrl;
