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

test('a page that could not be fetched ahead is fetched again when it is drawn', async () => {
  let tries = 0;
  const { Page, preload } = fetched(async () => {
    tries += 1;
    if (tries === 1) throw new Error('The line is cut');
    return () => createElement('b', null, 'A page');
  });
  preload();
  await expect.poll(() => tries).toBe(1);
  const { getByText } = await renderDressed(
    <Suspense fallback={null}>
      <Page />
    </Suspense>,
  );
  await expect.element(getByText('A page')).toBeVisible();
  expect(tries).toBe(2);
});
