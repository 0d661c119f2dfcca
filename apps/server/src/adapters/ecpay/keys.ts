import type { EcpayKeys } from '@suanpan/signing/ecpay';
import type { ChannelAccount, CredentialField } from '../../modules/channels/port.ts';

export const ecpayCredentials: readonly CredentialField[] = [
  { name: 'merchant_id', secret: false },
  { name: 'hash_key', secret: true },
  { name: 'hash_iv', secret: true },
];

export const keysOf = ({ credentials }: ChannelAccount): EcpayKeys => ({
  hashKey: credentials['hash_key'] ?? '',
  hashIv: credentials['hash_iv'] ?? '',
});

/** Where browsers reach its page: a sandbox may answer them elsewhere than us, which no contract names. */
export const payerBaseOf = ({ baseUrl, credentials }: ChannelAccount): string =>
  credentials['payer_base_url'] ?? baseUrl;
