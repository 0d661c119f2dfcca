import { GivenList } from '../../parts/merchant-channels/given-list.tsx';

/** Which merchant goes by which template. */
export function CollectionCustomerModels() {
  return <GivenList direction="collection" />;
}
