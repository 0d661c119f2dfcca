import { channelDefinitions } from '@suanpan/contract/endpoints/channel-definitions';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { pageOf } from '../../../test/page-of.ts';
import { renderScreen } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { ReplayOfAll } from './replay-of-all.tsx';

const permissions = ['collectionMethod.customers.update'] as const;

test('its button keeps the focus while the channels are fetched, and can be tried again when they do not come', async () => {
  let isRefused = true;
  const line = wire(
    reply(channelDefinitions, () =>
      isRefused ? { refused: { code: 99, message: 'Try again later' } } : { ...pageOf([]) },
    ),
  );
  const screen = await renderScreen(() => <ReplayOfAll direction="collection" />, { permissions });
  const button = screen.getByRole('button', { name: 'Replay' });
  const lost: boolean[] = [];
  const watch = new MutationObserver(() => lost.push((button.element() as HTMLButtonElement).disabled));
  watch.observe(screen.piece, { subtree: true, attributes: true, childList: true });
  await userEvent.click(button);
  await expect.poll(() => line.askedOf(channelDefinitions).length).toBe(1);
  await expect.element(button).toHaveAttribute('aria-busy', 'false');
  await expect.element(button).toHaveFocus();
  isRefused = false;
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  expect(lost).not.toContain(true);
  watch.disconnect();
});
