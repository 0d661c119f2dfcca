import { camel, type Plan, requireKebab } from './plan.ts';

const usage =
  'npm run new endpoint <module>/<verb>-<noun> <permission> <audit kind>, e.g. roles/pause-role settings.roles.update role';

function contractEntry(name: string, command: string, permission: string): string {
  return `
export const ${name} = endpoint({
  method: 'POST',
  path: '/${command}/{id}',
  access: { permission: '${permission}' },
  idempotent: true,
  input: z.strictObject({ id }),
  output: done,
});
`;
}

/** The contract's file with the entry at its end and the imports that the entry needs. */
function withEntry(text: string | undefined, entry: string): string {
  if (text === undefined) {
    const imports = ["import { z } from 'zod';", "import { endpoint } from '../endpoint.ts';"];
    return [...imports, "import { done, id } from '../fields.ts';", entry].join('\n');
  }
  const fields = /import \{([^}]*)\} from '\.\.\/fields\.ts';/;
  const names =
    fields
      .exec(text)?.[1]
      ?.split(',')
      .map((part) => part.trim()) ?? [];
  const needed = [...new Set([...names.filter(Boolean), 'done', 'id'])].sort((a, b) => a.localeCompare(b));
  return `${text.replace(fields, `import { ${needed.join(', ')} } from '../fields.ts';`)}${entry}`;
}

/** A command with its contract and its test: keyed, audited, and refusing everybody until its decision is written. */
export function planEndpoint(
  place: string | undefined,
  permission: string | undefined,
  auditKind: string | undefined,
): Plan {
  const [module, command, ...rest] = (place ?? '').split('/');
  if (!module || !command || rest.length > 0 || !permission || !auditKind) throw new Error(usage);
  const folder = `apps/server/src/modules/${requireKebab(module, 'the module')}`;
  const name = camel(requireKebab(command, 'the command'));
  return {
    files: {
      [`${folder}/${command}.ts`]: `import { Refusal } from '@suanpan/domain/errors';
import { isId } from '@suanpan/domain/ids';
import type { KeyedContext } from '../../platform/http/actor.ts';
import { audit } from '../audit/index.ts';

/**
 * Load and lock, decide (domain), post (ledger), save, emit. Idempotent by the caller's key. Refuses notFound (absent
 * or outside the caller's tree) and invalidState.
 */
export async function ${name}(context: KeyedContext, id: string): Promise<Record<string, never>> {
  if (!isId(id)) throw new Refusal('notFound');
  return context.once(async (tx) => {
    await audit(tx, context, {
      act: '${permission}',
      objectKind: '${auditKind}',
      objectId: id,
    });
    throw new Refusal('invalidState');
  });
}
`,
      [`${folder}/${command}.test.ts`]: `import { ${name} as contract } from '@suanpan/contract/endpoints/${module}';
import { expect, test } from 'vitest';

test('${command} is for holders of its permission, and takes a key', () => {
  expect(contract.access).toEqual({ permission: '${permission}' });
  expect(contract.idempotent).toBe(true);
});
`,
    },
    changes: {
      [`packages/contract/src/endpoints/${module}.ts`]: (text) =>
        withEntry(text, contractEntry(name, command, permission)),
    },
    remains: [
      `${folder}/${module}.routes.ts: import ${name} of the contract and bind it to ${name}(context, input.id)`,
      `${folder}/${command}.ts: the decision between the audit row and the refusal, SQL in ${module}.store.ts`,
      `${folder}/${command}.test.ts: the rules over HTTP, on a database of testDatabase()`,
      `for a new kind of thing that is acted on: one line in packages/domain/src/audit/acts.ts, and its words`,
      `for a new permission: one line in packages/domain/src/access/permissions.ts, a preset, words in three languages`,
    ],
  };
}
