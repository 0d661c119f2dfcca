/**
 * Ways in for payments. Promises: an adapter is the only code that knows a provider's fields; every exchange is
 * kept beside its order; credentials are opened for a call and never leave this module otherwise.
 */
export { accountDays } from './account-days.queries.ts';
export { agentChannelExports } from './agents/export-agents.ts';
export { listDefinitions } from './definitions/definitions.queries.ts';
export type { DefinitionListed } from './definitions/definitions.queries.ts';
export { definitionExport } from './definitions/export-definitions.ts';
export { openChannelDesk } from './channel-desk.ts';
export { createChannels, mayNotifyFrom } from './channel-service.ts';
export type { ChannelDeps, Channels, OpenChannel } from './channel-service.ts';
export { accountsByDriver, anyAlias, merchantChannels } from './channels.queries.ts';
export type { MerchantChannelRow } from './channels.queries.ts';
export { insertProviderLog } from './channels.store.ts';
export { startChannelJobs } from './channels.jobs.ts';
export { accountStandings, channelsOfAccounts, exchangeFigures } from './health/exchange-figures.queries.ts';
export type { ExchangeFigures } from './health/exchange-figures.queries.ts';
export { bindChannelState } from './health/state.routes.ts';
export { guardAdapter } from './guard-adapter.ts';
export { upstreamKeyExports } from './keys/export-keys.ts';
export { customerModelExport, modelExport } from './models/export-models.ts';
export { merchantExport } from './merchants/export-merchants.ts';
export { priceVersionExport } from './prices/export-versions.ts';
export { swapExport } from './swaps/export-swaps.ts';
export { openTurnLane } from './turns/turn-lane.ts';
export type { TurnLane } from './turns/turn-lane.ts';
export { savePollingState } from './turns/turns.store.ts';
export type { Turn } from './turns/turns.store.ts';
export { openMerchantChannels } from './merchants/open-merchant-channels.ts';
export { clearChannelUsage } from './limits/clear-usage.store.ts';
export {
  ChannelFull,
  countAnew,
  finishReservations,
  releaseChannel,
  reserveChannel,
} from './limits/reservations.store.ts';
export { isLimited, readUsage } from './limits/usage.queries.ts';
export type { UsageByMethod } from './limits/usage.queries.ts';
export { merchantExceptions } from './merchants/exceptions.queries.ts';
export type { MerchantException } from './merchants/exceptions.queries.ts';
export { candidateOf, exceptionsOf, pickChannel, termsOf } from './pick-channel.ts';
export type { ChainOfOrder, PaidBefore, PickRequest, Route, RouteLine } from './pick-channel.ts';
export { channelAccountNames, channelNames } from './names.queries.ts';
export { merchantsWithoutChannel } from './without-channel.queries.ts';
export { listPauses, listProviders } from './pauses/pauses.queries.ts';
export type { ListedPause } from './pauses/pauses.queries.ts';
export { replacePauses } from './pauses/pauses.store.ts';
export type { Pause } from './pauses/pauses.store.ts';
export { stateOf as channelStateOf } from './present-channel.ts';
export { openPrices } from './prices/open-prices.ts';
export { versionOf } from './prices/prices.queries.ts';
export type { MeanOfChannel, Sales, SalesOfMerchant } from './prices/sales-port.ts';
export type { PastDay, PastOrders, PastRow, Place } from './replay-port.ts';
export { sharedReason } from './shared-reason.ts';
export { BadSignature } from './port.ts';
export type {
  AdapterCapabilities,
  ChannelAccount,
  ChannelAdapter,
  ChannelAdapters,
  CollectionRequest,
  CollectionState,
  CredentialField,
  Exchange,
  KnownCollection,
  Notice,
  PayerForm,
  PayoutAnswer,
  PayoutNotice,
  PayoutRequest,
  PayoutState,
  RawNotice,
  TransferFeed,
} from './port.ts';
