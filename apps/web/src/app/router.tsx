import { barePages } from '@suanpan/contract/screens/registry';
import type { Area } from '@suanpan/messages/packs';
import { lazy, startTransition, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { addressNow, AddressContext, type Address } from './address.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { fetched } from './fetched.ts';
import { doorPath, enterAsUser, resumeSession, sessionForgotten } from './session-flow.ts';
import { isRouteName } from './shell/is-route-name.ts';
import { Trouble } from './trouble.tsx';

const login = fetched(async () => (await import('./login-route.tsx')).LoginRoute);
/** It shows the screens itself, so that open tabs keep their state; the address says which one is in front. */
const shell = fetched(async () => (await import('./shell/shell.tsx')).Shell);
const NotFound = lazy(async () => ({ default: (await import('../public/not-found.tsx')).NotFound }));

const pages = {
  login: login.Page,
  enter: lazy(async () => ({ default: (await import('./enter-route.tsx')).EnterRoute })),
  inside: shell.Page,
  notFound: NotFound,
  gallery: import.meta.env.DEV
    ? lazy(async () => ({ default: (await import('./gallery.tsx')).Gallery }))
    : NotFound,
};

/** Whether the address leads behind the door. */
export const isInside = location.hash.startsWith('#/wrap');

/**
 * The areas of words that the first page shows itself in. They lie in one file (`build/start-chunks.ts`): one that is asked
 * for later would only stop the drawing for a moment.
 */
export const firstAreas: readonly Area[] = isInside
  ? ['common', 'shell', 'screens', 'statuses', 'orders', 'exports', 'login', 'demo']
  : ['common', 'login'];

async function fetchScreen(): Promise<void> {
  const name = screenOf(addressNow().path);
  const { screenRegistry } = await import('./screen-registry.tsx');
  if (isRouteName(name)) screenRegistry[name].preload();
}

/** Fetches the first page beside its words; whether it came is noticed where it is shown. */
export function fetchFirstPage(): void {
  (isInside ? shell : login).preload();
  if (isInside) fetchScreen().catch(() => {});
}

const screenOf = (path: string): string => path.replace(/^\/wrap\//, '');

/** The page at an address, or where else whoever came here is to go. */
type Way = { readonly page: keyof typeof pages } | { readonly to: string };

async function wayTo(path: string): Promise<Way> {
  if (path === '/wrap' || (path.startsWith('/wrap/') && isRouteName(screenOf(path))))
    return (await resumeSession()) ? { page: 'inside' } : { to: `#${doorPath}` };
  switch (path) {
    case '/':
      return { to: `#${doorPath}` };
    case '/userLogin':
      return doorPath === path ? { page: 'login' } : { to: `#${doorPath}` };
    case '/enter':
      return (await enterAsUser()) ? { to: '#/wrap/index.statistics' } : { page: 'enter' };
    case '/404':
      return { page: 'notFound' };
    case '/__kit':
      return { page: 'gallery' };
    default:
      // The payer pages are an entry of their own; their old addresses lead there.
      return barePages.some((page) => path === `/${page}`)
        ? { to: `/pay/${location.hash}` }
        : { to: '#/404' };
  }
}

type Shown = { readonly page: keyof typeof pages; readonly address: Address } | { readonly error: unknown };

/** The page that the address leads to; the one before stays until it is known who may go where, and until its code is there. */
export function Router() {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    let turn = 0;
    let front: keyof typeof pages | null = null;
    const follow = async (): Promise<void> => {
      turn += 1;
      const mine = turn;
      const address = addressNow();
      const way = await wayTo(address.path).catch((error: unknown) => ({ error }));
      // Whoever has gone on meanwhile is led from there.
      if (mine !== turn) return;
      if ('to' in way) return location.replace(way.to);
      const next = 'error' in way ? way : { ...way, address };
      const page = 'error' in next ? null : next.page;
      if (page === front) setShown(next);
      else startTransition(() => setShown(next));
      front = page;
    };
    const listener = (): void => void follow();
    addEventListener('hashchange', listener);
    listener();
    // Gone before what it shows is thrown away: the door may still be on its way.
    const stop = sessionForgotten.listen(() => {
      if (front === 'inside') flushSync(() => setShown(null));
    });
    return () => {
      turn += 1;
      removeEventListener('hashchange', listener);
      stop();
    };
  }, []);
  if (shown === null) return null;
  if ('error' in shown) return <Trouble error={shown.error} />;
  const Page = pages[shown.page];
  return (
    <AddressContext value={shown.address}>
      <ErrorBoundary key={shown.page}>
        <Page />
      </ErrorBoundary>
    </AddressContext>
  );
}
