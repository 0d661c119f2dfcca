import { operationLogs } from '@suanpan/contract/endpoints/audit';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { OperationLogs } from './operationLogs.tsx';

const empty = { items: [], page: 1, paginate: 20, total: 0, next_cursor: null, summary: {} };

test('what an act was done to is chosen by its word, and asked for by its name', async () => {
  const line = wire(reply(operationLogs, () => empty));
  const { piece } = await renderScreen(OperationLogs, { width: 1920 });
  const field = (): HTMLSelectElement | null => piece.querySelector('select[name=object_kind]');
  await expect.poll(field).not.toBeNull();
  const kinds = field() ?? expect.fail('no field');
  await userEvent.selectOptions(kinds, 'Collection');
  await userEvent.click(piece.querySelector('form [type=submit]') ?? expect.fail('no button'));
  await expect.poll(() => line.askedOf(operationLogs).at(-1)).toMatchObject({ object_kind: 'collection' });
});

test('the log shows what people did, and with a switch what the system did too', async () => {
  const line = wire(reply(operationLogs, () => empty));
  const screen = await renderScreen(OperationLogs);
  await expect.poll(() => line.askedOf(operationLogs).at(-1)).toMatchObject({ by: 'people' });
  const theSwitch = screen.getByLabelText("Show the system's acts too");
  await userEvent.click(theSwitch);
  await expect.poll(() => line.askedOf(operationLogs).at(-1)).not.toHaveProperty('by');
  expect(screen.seen.search).toMatchObject({ by: 'all' });
  await userEvent.click(theSwitch);
  await expect.poll(() => line.askedOf(operationLogs).at(-1)).toMatchObject({ by: 'people' });
});

test('acts are chosen by the words of their screen or their own, and asked for by how they begin', async () => {
  const line = wire(reply(operationLogs, () => empty));
  const { piece } = await renderScreen(OperationLogs, { width: 1920 });
  const field = (): HTMLSelectElement | null => piece.querySelector('select[name=act]');
  await expect.poll(field).not.toBeNull();
  const acts = field() ?? expect.fail('no field');
  // No code stands among the words.
  expect([...acts.options].map(({ text }) => text).filter((text) => /^\w+\.\w/.test(text))).toEqual([]);
  for (const [word, asked] of [
    ['Users', 'users.list.'],
    ['Settlement released', 'collection.release'],
  ] as const) {
    await userEvent.selectOptions(acts, word);
    await userEvent.click(piece.querySelector('form [type=submit]') ?? expect.fail('no button'));
    await expect.poll(() => line.askedOf(operationLogs).at(-1)?.act).toBe(asked);
  }
});
