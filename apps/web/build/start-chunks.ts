import type { Rolldown } from 'vite';

type Context = Parameters<Extract<Rolldown.CodeSplittingGroup['name'], (...args: never[]) => unknown>>[1];

/** From so many screens on, a part comes with the first of them instead of in a file of its own. */
const sharedBy = 4;
/** Large, and drawn on few screens. */
const charts = /[\\/](?:recharts|victory-vendor|d3-[a-z]+|@reduxjs|es-toolkit|@mantine[\\/]charts)[\\/]/;

/**
 * What the back office needs before its first paint comes in one file, and what the payer pages need too in another, in
 * place of the forty small ones that later screens' use of the same modules would make of it: each costs a request.
 */
export function startChunks(pages: {
  readonly office: string;
  readonly pay: string;
}): Rolldown.CodeSplittingGroup[] {
  let reached: { readonly office: ReadonlySet<string>; readonly pay: ReadonlySet<string> } | undefined;
  function isReached(by: keyof typeof pages, moduleId: string, context: Context): boolean {
    reached ??= { office: reachOf(pages.office, context), pay: reachOf(pages.pay, context) };
    return reached[by].has(moduleId);
  }
  /** The page with its own script stays the entry that the manifest names. */
  const isEntry = (moduleId: string, context: Context): boolean =>
    moduleId === pages.office || (context.getModuleInfo(moduleId)?.importers.includes(pages.office) ?? false);
  return [
    {
      debugName: 'what both pages start with',
      tags: ['$initial'],
      // First, because a group takes along whatever its modules import.
      priority: 2,
      name: (id, context) =>
        isReached('office', id, context) && isReached('pay', id, context) ? 'start' : null,
    },
    {
      debugName: 'what the back office starts with',
      tags: ['$initial'],
      priority: 1,
      name: (id, context) =>
        isReached('office', id, context) && !isEntry(id, context) ? 'start-office' : null,
    },
    {
      debugName: 'what several screens share',
      minShareCount: sharedBy,
      test: (id) => !charts.test(id),
      name: 'screens',
    },
  ];
}

/** Every module that a page imports before it can begin. */
function reachOf(entry: string, context: Context): ReadonlySet<string> {
  const reached = new Set<string>();
  const visit = (id: string): void => {
    if (reached.has(id)) return;
    reached.add(id);
    context.getModuleInfo(id)?.importedIds.forEach(visit);
  };
  visit(entry);
  return reached;
}
