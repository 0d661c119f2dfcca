import type { Module } from '../../../platform/module.ts';
import { bindModels } from '../models/models.routes.ts';
import { bindSwaps } from '../swaps/swaps.routes.ts';
import { bindChecks } from './checks.routes.ts';
import { bindExceptions } from './exceptions.routes.ts';
import type { MerchantChannelsDeps } from './merchants-deps.ts';
import { bindMerchants } from './merchants.routes.ts';

/** By which channels merchants are paid and pay: each by itself, by templates, and many at once. */
export function openMerchantChannels(deps: MerchantChannelsDeps): Module {
  return {
    bind(app) {
      bindMerchants(app, deps);
      bindExceptions(app, deps);
      bindChecks(app, deps);
      bindModels(app, deps);
      bindSwaps(app, deps);
    },
  };
}
