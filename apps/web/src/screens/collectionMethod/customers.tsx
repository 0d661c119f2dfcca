import { MerchantList } from '../../parts/merchant-channels/merchant-list.tsx';

/** By which channels merchants are paid, and how often each is drawn. */
export function CollectionMerchants() {
  return <MerchantList direction="collection" />;
}
