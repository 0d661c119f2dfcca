import type { Plugin } from 'vite';

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** Every `endpoint({...})` of a module, as the object literal that it is given. */
function definitionsIn(node: unknown, found: Node[] = []): Node[] {
  if (Array.isArray(node)) for (const one of node) definitionsIn(one, found);
  else if (typeof node === 'object' && node !== null) {
    const call = node as Node & { callee?: Node; arguments?: Node[] };
    const [first] = call.arguments ?? [];
    if (
      call.type === 'CallExpression' &&
      call.callee?.['name'] === 'endpoint' &&
      first?.type === 'ObjectExpression'
    ) {
      found.push(first);
    }
    for (const value of Object.values(node)) definitionsIn(value, found);
  }
  return found;
}

/** The initializers of a module's own constants that are computed by calls: schemas, in the contract. */
function computedConstants(program: { body: Node[] }): Node[] {
  return program.body.flatMap((statement) => {
    const declaration =
      statement.type === 'ExportNamedDeclaration' ? (statement['declaration'] as Node | null) : statement;
    if (declaration?.type !== 'VariableDeclaration') return [];
    return (declaration['declarations'] as { init?: Node }[]).flatMap(({ init }) =>
      init && (init.type === 'CallExpression' || init.type === 'ObjectExpression') ? [init] : [],
    );
  });
}

/**
 * The browser needs an endpoint's method and path; what it sends and gets is checked by the types. So the schemas
 * are cut out of the endpoints and every computed constant is marked as pure: the validator falls away with them,
 * except where a form imports a schema by name. A form's schema is a named constant of the contract.
 */
export function slimEndpoints(): Plugin {
  return {
    name: 'suanpan:slim-endpoints',
    enforce: 'post',
    transform: {
      filter: { id: /packages\/(contract|domain)\/src\/.+\.ts$/ },
      handler(code) {
        const program = this.parse(code) as unknown as { body: Node[] };
        const edits = [
          ...definitionsIn(program)
            .flatMap((definition) => definition['properties'] as (Node & { key?: Node })[])
            .filter((property) => property.key?.['name'] === 'input' || property.key?.['name'] === 'output')
            .map(({ start, end, key }) => ({ start, end, text: `${String(key?.['name'])}: undefined` })),
          ...computedConstants(program).flatMap(({ start, end }) => [
            { start, end: start, text: '/*#__PURE__*/ (() => (' },
            { start: end, end, text: '))()' },
          ]),
        ].sort((one, other) => other.start - one.start);
        let slim = code;
        for (const { start, end, text } of edits) slim = slim.slice(0, start) + text + slim.slice(end);
        return { code: slim, map: null };
      },
    },
  };
}
