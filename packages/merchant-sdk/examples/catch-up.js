// What was missed while the shop's server was away: every event after the last one that it knows.
import { openMerchant } from '@suanpan/merchant-sdk';

const { SUANPAN_ORIGIN: origin, SUANPAN_KEY: key, SUANPAN_SECRET: secret } = process.env;
const merchant = openMerchant({ origin, key, secret });
for await (const event of merchant.everyEvent(process.argv[2])) {
  console.log(event.id, event.type, event.data.order_no, event.data.status);
}
