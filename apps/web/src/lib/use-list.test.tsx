import { sharedPreferences } from '@suanpan/contract/endpoints/preferences';
import { Suspense, use } from 'react';
import { expect, test } from 'vitest';
import { renderScreen } from '../../test/screen.tsx';
import { reply, wire } from '../../test/wire.ts';
import { useList } from './use-list.ts';

const rows = reply(sharedPreferences, () => []);
const nothing = (): Record<string, never> => ({});

test('rows are asked for while their screen cannot be shown yet, and once', async () => {
  const { askedOf } = wire(rows);
  const asked = (): number => askedOf(sharedPreferences).length;
  const ready = Promise.withResolvers<void>();
  function Late() {
    const { data } = useList(sharedPreferences, {}, nothing);
    use(ready.promise);
    return <output>{data?.length}</output>;
  }
  const { piece } = await renderScreen(() => (
    <Suspense fallback={null}>
      <Late />
    </Suspense>
  ));
  await expect.poll(asked).toBe(1);
  expect(piece.querySelector('output')).toBeNull();
  ready.resolve();
  await expect.poll(() => piece.querySelector('output')?.textContent).toBe('0');
  expect(asked()).toBe(1);
});
