import { barePages } from '@suanpan/contract/screens/registry';
import { routeNames } from '@suanpan/domain/access/permissions';
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
} from '@tanstack/react-router';
import { lazy } from 'react';
import { parseFlatSearch, stringifyFlatSearch } from '../lib/flat-search.ts';
import { doorPath, enterAsUser, resumeSession } from './session-flow.ts';
import { isRouteName } from './shell/is-route-name.ts';

const loadLogin = () => import('./login-route.tsx');
const loadShell = () => import('./shell/shell.tsx');
const Login = lazy(async () => ({ default: (await loadLogin()).LoginRoute }));
const Shell = lazy(async () => ({ default: (await loadShell()).Shell }));
const Enter = lazy(async () => ({ default: (await import('./enter-route.tsx')).EnterRoute }));
const NotFound = lazy(async () => ({ default: (await import('../public/not-found.tsx')).NotFound }));
const Trouble = lazy(async () => ({ default: (await import('./trouble.tsx')).Trouble }));

/** Whether the address leads behind the door. */
export const isInside = location.hash.startsWith('#/wrap');

/** The area of words that the first page shows itself in. */
export const firstArea = isInside ? 'shell' : 'login';

async function fetchScreen(): Promise<void> {
  const [path = ''] = location.hash.replace('#/wrap/', '').split('?');
  const { screenRegistry } = await import('./screen-registry.tsx');
  if (isRouteName(path)) screenRegistry[path].preload();
}

/** Fetches the first page beside its words; whether it came is noticed where it is shown. */
export function fetchFirstPage(): void {
  (isInside ? loadShell() : loadLogin()).catch(() => {});
  if (isInside) fetchScreen().catch(() => {});
}

const root = createRootRoute({ errorComponent: ({ error }) => <Trouble error={error} /> });

const front = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ href: doorPath });
  },
});
const loginPage = createRoute({
  getParentRoute: () => root,
  path: '/userLogin',
  component: Login,
  beforeLoad: () => {
    if (doorPath !== '/userLogin') throw redirect({ href: doorPath, replace: true });
  },
});
const enterPage = createRoute({
  getParentRoute: () => root,
  path: '/enter',
  component: Enter,
  beforeLoad: async () => {
    if (await enterAsUser()) throw redirect({ href: '/wrap/index.statistics', replace: true });
  },
});
const notFound = createRoute({ getParentRoute: () => root, path: '/404', component: NotFound });
const anythingElse = createRoute({
  getParentRoute: () => root,
  path: '/$',
  beforeLoad: () => {
    throw redirect({ href: '/404', replace: true });
  },
});

/** The payer pages are an entry of their own; their old addresses lead there. */
const payerPages = barePages
  .filter((page) => page !== 'userLogin' && page !== '404')
  .map((page) =>
    createRoute({
      getParentRoute: () => root,
      path: `/${page}`,
      beforeLoad: () => {
        location.replace(`/pay/${location.hash}`);
      },
    }),
  );

const wrap = createRoute({
  getParentRoute: () => root,
  path: '/wrap',
  component: Shell,
  beforeLoad: async () => {
    if (!(await resumeSession())) throw redirect({ href: doorPath, replace: true });
  },
});
/** The shell shows the screens itself, so that open tabs keep their state; the routes say which one is in front. */
const screens = routeNames.map((name) =>
  createRoute({ getParentRoute: () => wrap, path: name, component: () => null }),
);

const gallery = createRoute({
  getParentRoute: () => root,
  path: '/__kit',
  component: import.meta.env.DEV
    ? lazy(async () => ({ default: (await import('./gallery.tsx')).Gallery }))
    : NotFound,
});

export const router = createRouter({
  routeTree: root.addChildren([
    front,
    loginPage,
    enterPage,
    notFound,
    ...payerPages,
    gallery,
    wrap.addChildren(screens),
    anythingElse,
  ]),
  history: createHashHistory(),
  parseSearch: (text) => parseFlatSearch(text.replace(/^\?/, '')),
  stringifySearch: stringifyFlatSearch,
  defaultPendingMs: 150,
  defaultPendingMinMs: 0,
});
