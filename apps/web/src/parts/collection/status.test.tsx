import { expect, test } from 'vitest';
import { renderDressed } from '../../../test/render.tsx';
import { CallbackStatusTag } from './status.tsx';

test('a callback that failed is told as that, and not as an order that did', async () => {
  const { text } = await renderDressed(<CallbackStatusTag status="failed" />);
  await expect.poll(text).toBe('Callback · Failed');
});
