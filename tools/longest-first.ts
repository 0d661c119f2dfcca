import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';
import { placeOf } from './longest-files.ts';

/** Lets the longest files begin first, so that no worker is left alone with one at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => placeOf(one.moduleId) - placeOf(other.moduleId));
  }
}
