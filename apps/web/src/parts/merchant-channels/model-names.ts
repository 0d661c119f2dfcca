import { call } from '../../lib/api.ts';
import type { NameSource } from '../../lib/names.ts';
import { modelCalls } from './calls.ts';
import type { Direction } from './calls.ts';

/** More templates than anybody keeps: one that is known by its id is found among them. */
const mostModels = 200;

const sourceOf = (direction: Direction): NameSource => ({
  kind: `${direction}Model`,
  async find({ id, search }, signal) {
    const { items } = await call(
      modelCalls[direction].list,
      { paginate: mostModels, ...(search !== undefined && { search }) },
      { ...(signal && { signal }) },
    );
    return items
      .filter((model) => id === undefined || model.id === id)
      .map((model) => ({ id: model.id, name: model.name }));
  },
});
const sources = { collection: sourceOf('collection'), payout: sourceOf('payout') };

/** Templates of a direction by a part of their name. */
export const modelNames = (direction: Direction): NameSource => sources[direction];
