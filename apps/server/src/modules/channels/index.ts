/**
 * Ways in for payments. Promises: an adapter is the only code that knows a provider's fields; every exchange is
 * kept beside its order; credentials are opened for a call and never leave this module otherwise.
 */
export { createChannels } from './channel-service.ts';
export type { ChannelDeps, Channels, OpenChannel } from './channel-service.ts';
export { anyAlias, merchantChannels } from './channels.queries.ts';
export type { MerchantChannelRow } from './channels.queries.ts';
export { insertProviderLog, lockPolling, savePollingState } from './channels.store.ts';
export { BadSignature } from './port.ts';
export type {
  ChannelAccount,
  ChannelAdapter,
  ChannelAdapters,
  CollectionState,
  Notice,
  RawNotice,
} from './port.ts';
