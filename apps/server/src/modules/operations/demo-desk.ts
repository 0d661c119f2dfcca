import type { OutputOf } from '@suanpan/contract/endpoint';
import type { demoProgress } from '@suanpan/contract/endpoints/demo';

/** What a demo can be asked to do while it is served. */
export interface DemoDesk {
  progress(): OutputOf<typeof demoProgress>;
  /**
   * Resolves once the demo is sure to be thrown away and made again; that begins right after. Refuses `invalidState`
   * where the server cannot do it by itself, and while it is at it.
   */
  startOver(): Promise<void>;
}
