/**
 * Ways in for payments. Promises: an adapter is the only code that knows a provider's fields; every exchange is
 * kept beside its order; credentials are opened for a call and never leave this module otherwise.
 */
export { createChannels, mayNotifyFrom } from './channel-service.ts';
export type { ChannelDeps, Channels, OpenChannel } from './channel-service.ts';
export { anyAlias, merchantChannels } from './channels.queries.ts';
export type { MerchantChannelRow } from './channels.queries.ts';
export { insertProviderLog, lockPolling, savePollingState } from './channels.store.ts';
export { guardAdapter } from './guard-adapter.ts';
export { candidateOf, pickChannel, termsOf } from './pick-channel.ts';
export type { ChainOfOrder, PickRequest, Route, RouteLine } from './pick-channel.ts';
export { BadSignature } from './port.ts';
export type {
  AdapterCapabilities,
  ChannelAccount,
  ChannelAdapter,
  ChannelAdapters,
  CollectionRequest,
  CollectionState,
  CredentialField,
  KnownCollection,
  Notice,
  PayerForm,
  PayoutNotice,
  PayoutRequest,
  PayoutState,
  RawNotice,
} from './port.ts';
