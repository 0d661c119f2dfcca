import { createElement, Suspense } from 'react';
import { expect, test } from 'vitest';
import { renderDressed } from '../../test/render.tsx';
import { fetched } from './fetched.ts';

test('a page whose file has come is drawn at once, and one whose file is on the way when it is there', async () => {
  const drawn: string[] = [];
  const Fallback = () => {
    drawn.push('fallback');
    return null;
  };
  const { Page, preload } = fetched(async () => () => {
    drawn.push('page');
    return createElement('b', null, 'A page');
  });
  const piece = (
    <Suspense fallback={<Fallback />}>
      <Page />
    </Suspense>
  );
  const first = await renderDressed(piece);
  await expect.element(first.getByText('A page')).toBeVisible();
  await first.unmount();

  drawn.length = 0;
  preload();
  await renderDressed(piece);
  expect(drawn).toEqual(['page']);
});
