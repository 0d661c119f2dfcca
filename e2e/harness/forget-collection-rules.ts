import {
  getCollectionSetting,
  updateCollectionSetting,
} from '@suanpan/contract/endpoints/collection-setting';
import { enterAs } from './back-office.ts';

/** Leaves everything to whoever stands above this merchant, as somebody of the platform does. */
export async function forgetCollectionRules(url: string, userId: string): Promise<void> {
  const office = await enterAs(url, 'admin.lin');
  const { v } = await office.call(getCollectionSetting, { user_id: userId });
  await office.call(updateCollectionSetting, {
    user_id: userId,
    v,
    expires_in_s: null,
    same_name: { minutes: null, count: null },
    late_payment: null,
    callback: { delays_s: null, hold_after_8h: null },
    ring_new_orders: null,
    tolerance: null,
  });
}
