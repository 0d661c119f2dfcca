import { expect, test } from 'vitest';
import { createRecent } from './recent.ts';

function openRecent(answers: Map<string, string>) {
  const time = { ms: 0 };
  const asked: string[][] = [];
  const recent = createRecent<string>({
    name: 'test',
    maxAgeMs: 1_000,
    clock: { now: () => new Date(time.ms), monotonicMs: () => time.ms },
    load: async (names) => {
      asked.push([...names]);
      await Promise.resolve();
      return new Map(names.flatMap((name) => (answers.has(name) ? [[name, answers.get(name) ?? '']] : [])));
    },
  });
  return { asked, recent, time };
}

test('an answer is kept for its age and not a moment longer, also the answer that there is nothing', async () => {
  const answers = new Map([['a', 'one']]);
  const { asked, recent, time } = openRecent(answers);
  expect([await recent.find('a'), await recent.find('b')]).toEqual(['one', undefined]);
  answers.set('a', 'two').set('b', 'new');
  time.ms = 999;
  expect([recent.find('a'), recent.find('b')]).toEqual(['one', undefined]);
  time.ms = 1_000;
  expect([await recent.find('a'), await recent.find('b')]).toEqual(['two', 'new']);
  expect(asked.flat()).toEqual(['a', 'b', 'a', 'b']);
});

test('who asks while the same is asked for joins the question, and others go together', async () => {
  const { asked, recent } = openRecent(new Map([['a', '1']]));
  await Promise.all(['a', 'b', 'c', 'a', 'b'].map(async (name) => recent.find(name)));
  expect(asked).toEqual([['a'], ['b', 'c']]);
});

test('the age counts from the question, so that a slow answer is not kept too long', async () => {
  const { recent, time } = openRecent(new Map([['a', '1']]));
  const question = recent.find('a');
  time.ms = 1_000;
  await question;
  expect(recent.find('a')).toBeInstanceOf(Promise);
});

test('a failed question is asked again by the next one', async () => {
  let fails = true;
  const recent = createRecent<string>({
    name: 'failing',
    maxAgeMs: 1_000,
    clock: { now: () => new Date(0), monotonicMs: () => 0 },
    load: async () => {
      if (fails) throw new Error('the database is away');
      return new Map([['a', '1']]);
    },
  });
  await expect(recent.find('a')).rejects.toThrow('away');
  fails = false;
  expect(await recent.find('a')).toBe('1');
});
