import { expect, test } from 'vitest';
import { renderDressed } from '../../../../test/render.tsx';
import { Line } from './line.tsx';

test('an hour alone is a stroke, and no dot that would look like the latest', async () => {
  const { piece } = await renderDressed(<Line label="Success" points={[null, 0.5, null, 1, 1, null, 0.2]} />);
  const path = piece.querySelector('path')?.getAttribute('d') ?? '';
  expect(path.match(/M/g)).toHaveLength(3);
  // Two alone, and one from hour to hour.
  expect(path.match(/h10/g)).toHaveLength(2);
  expect(path.match(/L/g)).toHaveLength(1);
  expect(piece.querySelectorAll('circle')).toHaveLength(1);
});
