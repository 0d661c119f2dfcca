import type { Finding, Rule } from '../rule.ts';
import type { Source } from '../source.ts';

/** Tarjan's strongly connected components: each component of two or more files is a circle. */
function circles(edges: Map<string, string[]>): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const found: string[][] = [];

  function visit(node: string): void {
    const mine = order.size;
    order.set(node, mine);
    low.set(node, mine);
    stack.push(node);
    onStack.add(node);
    for (const next of edges.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (onStack.has(next)) low.set(node, Math.min(low.get(node) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(node) !== mine) return;
    const component = stack.splice(stack.indexOf(node));
    for (const member of component) onStack.delete(member);
    if (component.length > 1 || edges.get(node)?.includes(node)) found.push(component);
  }

  for (const node of edges.keys()) if (!order.has(node)) visit(node);
  return found;
}

/** No file imports itself over others. Type imports count: they too tie the reading of one file to another. */
export const importCircles: Rule = {
  name: 'import circles',
  check(tree) {
    const sources = new Map<string, Source>(tree.sources.map((source) => [source.path, source]));
    const edges = new Map<string, string[]>();
    for (const source of tree.sources) {
      const targets = source.imports.map(({ specifier }) => tree.resolve(source, specifier));
      edges.set(
        source.path,
        targets.filter((target) => target !== undefined && sources.has(target)) as string[],
      );
    }
    return circles(edges).map((members): Finding => {
      const path = [...members].sort()[0] ?? '';
      return { path, line: 1, says: `stands in an import circle: ${members.join(' → ')}` };
    });
  },
};
