import * as models from '@suanpan/contract/endpoints/channel-models';
import * as merchants from '@suanpan/contract/endpoints/merchant-channels';
import { collectionChannelNames, payoutChannelNames } from '../../lib/names.ts';

export type Direction = 'collection' | 'payout';

/** What is asked about merchants' channels of a direction; both are asked alike. */
export const merchantCalls = {
  collection: {
    screen: 'collectionMethod.customers',
    channels: collectionChannelNames,
    list: merchants.collectionMerchants,
    add: merchants.addCollectionMerchant,
    addEffect: merchants.addCollectionMerchantEffect,
    update: merchants.updateCollectionMerchant,
    updateEffect: merchants.updateCollectionMerchantEffect,
    remove: merchants.removeCollectionMerchant,
    removeEffect: merchants.removeCollectionMerchantEffect,
    exceptions: merchants.collectionExceptions,
    setExceptions: merchants.setCollectionExceptions,
    checks: merchants.collectionChecks,
    runChecks: merchants.runCollectionChecks,
  },
  payout: {
    screen: 'paymentMethod.customers',
    channels: payoutChannelNames,
    list: merchants.payoutMerchants,
    add: merchants.addPayoutMerchant,
    addEffect: merchants.addPayoutMerchantEffect,
    update: merchants.updatePayoutMerchant,
    updateEffect: merchants.updatePayoutMerchantEffect,
    remove: merchants.removePayoutMerchant,
    removeEffect: merchants.removePayoutMerchantEffect,
    exceptions: merchants.payoutExceptions,
    setExceptions: merchants.setPayoutExceptions,
    checks: merchants.payoutChecks,
    runChecks: merchants.runPayoutChecks,
  },
} as const;

/** The same of templates and of who goes by them. */
export const modelCalls = {
  collection: {
    screen: 'collectionMethod.c_m',
    channels: collectionChannelNames,
    list: models.collectionModels,
    add: models.addCollectionModel,
    update: models.updateCollectionModel,
    remove: models.deleteCollectionModel,
    given: models.collectionCustomerModels,
    give: models.giveCollectionModel,
    giveEffect: models.giveCollectionModelEffect,
    drop: models.dropCollectionModel,
  },
  payout: {
    screen: 'paymentMethod.customer_p_m',
    channels: payoutChannelNames,
    list: models.payoutModels,
    add: models.addPayoutModel,
    update: models.updatePayoutModel,
    remove: models.deletePayoutModel,
    given: models.payoutCustomerModels,
    give: models.givePayoutModel,
    giveEffect: models.givePayoutModelEffect,
    drop: models.dropPayoutModel,
  },
} as const;
