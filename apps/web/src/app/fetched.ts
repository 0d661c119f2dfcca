import { createElement, use, type ComponentType, type FunctionComponent } from 'react';

export interface Fetched {
  /** Suspends while its file is on the way, and not at all once that has come: `lazy` always does, and all is drawn twice. */
  readonly Page: FunctionComponent;
  /** Fetches the file ahead of its drawing; how that went is noticed there. */
  readonly preload: () => void;
}

/**
 * A page in a file of its own. A file that could not be fetched fails its page until the whole is loaded anew; one that could not be
 * fetched ahead is fetched again when it is drawn.
 */
export function fetched(load: () => Promise<ComponentType>): Fetched {
  let known: ComponentType | null = null;
  let coming: Promise<ComponentType> | null = null;
  const fetchIt = (): Promise<ComponentType> => {
    coming ??= load().then((page) => {
      known = page;
      return page;
    });
    return coming;
  };
  return {
    Page: function FetchedPage() {
      return createElement(known ?? use(fetchIt()));
    },
    preload: () => {
      fetchIt().catch(() => {
        coming = null;
      });
    },
  };
}
