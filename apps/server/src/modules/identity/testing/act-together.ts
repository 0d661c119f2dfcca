import type { openDoor, Person, Reply } from './open-door.ts';

export interface ActAsked {
  readonly who: Person;
  readonly path: string;
  readonly body: object;
}

/**
 * Several persons act at the same moment, each with a fresh code: all of them have signed in before, because every code moves
 * the clock of the tests on by a step.
 */
export async function actTogether(
  { call, proofOf, tokenOf }: Pick<Awaited<ReturnType<typeof openDoor>>, 'call' | 'proofOf' | 'tokenOf'>,
  asked: readonly ActAsked[],
): Promise<Reply[]> {
  const tokens: string[] = [];
  for (const { who } of asked) tokens.push(await tokenOf(who));
  const ready = asked.map(({ who, path, body }, index) => ({
    path,
    token: tokens[index] ?? '',
    body: { ...proofOf(who), ...body },
  }));
  return Promise.all(ready.map(({ path, ...options }) => call('POST', path, options)));
}
