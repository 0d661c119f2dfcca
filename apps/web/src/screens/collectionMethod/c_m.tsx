import { ModelList } from '../../parts/merchant-channels/model-list.tsx';

/** Templates of channels by which merchants are paid. */
export function CollectionModels() {
  return <ModelList direction="collection" />;
}
