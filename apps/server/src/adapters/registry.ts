import type { ChannelAdapters } from '../modules/channels/port.ts';
import { ecpay } from './ecpay/index.ts';
import { jkopay } from './jkopay/index.ts';
import { linepay } from './linepay/index.ts';
import { newebpay } from './newebpay/index.ts';
import { privateTransfer } from './private/index.ts';
import { simpay } from './simpay/index.ts';
import { stripe } from './stripe/index.ts';
import { tron } from './tron/index.ts';

/** Every provider protocol the product speaks, by driver name. */
export const adapters: ChannelAdapters = {
  simpay,
  ecpay,
  newebpay,
  stripe,
  private: privateTransfer,
  tron,
  linepay,
  jkopay,
};
