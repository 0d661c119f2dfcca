// SUANPAN_ORIGIN, SUANPAN_KEY and SUANPAN_SECRET stand in the environment.
import { openMerchant, MerchantUnknown } from '@suanpan/merchant-sdk';

const { SUANPAN_ORIGIN: origin, SUANPAN_KEY: key, SUANPAN_SECRET: secret } = process.env;
const merchant = openMerchant({ origin, key, secret });
const order = {
  order_no: process.argv[2] ?? `T${Date.now()}`,
  amount: '1500.00',
  currency: process.env.SUANPAN_CURRENCY ?? 'TWD',
  payer: { name: 'Wang Xiaoming' },
  ...(process.env.SUANPAN_NOTIFY_URL && { notify_url: process.env.SUANPAN_NOTIFY_URL }),
};
let collection;
try {
  collection = await merchant.collections.create(order);
} catch (error) {
  // Nobody knows whether it was made: the very same request again makes no second one.
  if (!(error instanceof MerchantUnknown)) throw error;
  collection = await merchant.collections.create(order);
}
console.log(collection.id, collection.status, collection.checkout_url);
