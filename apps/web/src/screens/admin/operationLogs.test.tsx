import { operationLogs } from '@suanpan/contract/endpoints/audit';
import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { OperationLogs } from './operationLogs.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('the log shows what people did, and with a switch what the system did too', async () => {
  const line = wire(
    reply(operationLogs, () => ({
      items: [],
      page: 1,
      paginate: 20,
      total: 0,
      next_cursor: null,
      summary: {},
    })),
  );
  const screen = await renderScreen(OperationLogs);
  await expect.poll(() => line.askedOf(operationLogs).at(-1)).toMatchObject({ by: 'people' });
  const theSwitch = screen.getByLabelText("Show the system's acts too");
  await userEvent.click(theSwitch);
  await expect.poll(() => line.askedOf(operationLogs).at(-1)).not.toHaveProperty('by');
  expect(screen.seen.search).toMatchObject({ by: 'all' });
  await userEvent.click(theSwitch);
  await expect.poll(() => line.askedOf(operationLogs).at(-1)).toMatchObject({ by: 'people' });
});
