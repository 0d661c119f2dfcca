import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderDressed } from '../../test/render.tsx';
import { Copy } from './copy.tsx';
import { CopyBubble } from './copy-bubble.tsx';

const long = 'Maintenance of the bank from 23:00 to 01:00';
const cutting = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

async function boxOf(width: number, title?: string) {
  const { piece } = await renderDressed(
    <>
      <CopyBubble />
      <div id="box" style={{ ...cutting, width }} title={title}>
        <span>{long}</span>
      </div>
    </>,
  );
  const box = piece.querySelector<HTMLElement>('#box');
  const words = piece.querySelector<HTMLElement>('#box span');
  if (!box || !words) throw new Error('There is no box');
  return { box, words };
}

test('what is cut is told whole when the pointer comes to it, and no longer when there is room', async () => {
  const { box, words } = await boxOf(80);
  expect(box.title).toBe('');
  await userEvent.hover(words);
  expect(box.title).toBe(long);
  await userEvent.unhover(words);
  box.style.width = '600px';
  await userEvent.hover(words);
  expect(box.title).toBe('');
});

test('a tooltip that somebody wrote stays as it is', async () => {
  const { box, words } = await boxOf(80, 'Why it is closed');
  await userEvent.hover(words);
  expect(box.title).toBe('Why it is closed');
});

test('a number that is cut is told whole beside what a click does', async () => {
  const { piece } = await renderDressed(
    <>
      <CopyBubble />
      <div style={{ width: 60 }}>
        <Copy text="C2611220000000404" />
      </div>
    </>,
  );
  const button = piece.querySelector('button');
  if (!button) throw new Error('There is no number');
  await userEvent.hover(button);
  expect(button.title).toBe('C2611220000000404 · Copy');
});
