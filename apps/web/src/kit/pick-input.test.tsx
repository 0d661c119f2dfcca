import { findNames } from '@suanpan/contract/endpoints/names';
import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderDressed } from '../../test/render.tsx';
import { reply, wire } from '../../test/wire.ts';
import { agentNames } from '../lib/names.ts';
import { queryClient } from '../lib/query-client.ts';
import { PickInput } from './pick-input.tsx';

const hengxin = { id: '10501', name: 'Hengxin' };

afterEach(() => {
  queryClient.clear();
});

function offered() {
  return wire(
    reply(findNames, ({ id, search = '' }) =>
      [hengxin].filter((one) => (id === undefined ? one.name.toLowerCase().includes(search) : one.id === id)),
    ),
  );
}

test('an agent is picked by a part of his name, and his id is what the form has', async () => {
  const said = offered();
  const onPick = vi.fn<(id: string | null) => void>();
  const screen = await renderDressed(<PickInput label="Agent" source={agentNames} onPick={onPick} />);
  await userEvent.type(screen.getByRole('combobox', { name: 'Agent' }), 'heng');
  await expect.poll(() => said.askedOf(findNames).at(-1)).toEqual({ kind: 'agent', search: 'heng' });
  await userEvent.click(screen.getByRole('option', { name: /Hengxin/ }));
  expect(onPick).toHaveBeenLastCalledWith('10501');
  await expect.element(screen.getByRole('combobox', { name: 'Agent' })).toHaveValue('Hengxin · 10501');
});

test('words that name nobody are no empty field: the form is told, and so is whoever leaves it', async () => {
  offered();
  const onPick = vi.fn<(id: string | null) => void>();
  const screen = await renderDressed(<PickInput label="Agent" source={agentNames} onPick={onPick} />);
  await userEvent.type(screen.getByRole('combobox', { name: 'Agent' }), 'nobody');
  expect(onPick).toHaveBeenLastCalledWith(null);
  expect(screen.text()).not.toContain('Choose one of the list');
  await userEvent.tab();
  expect(screen.text()).toContain('Choose one of the list');
  await userEvent.clear(screen.getByRole('combobox', { name: 'Agent' }));
  expect(onPick).toHaveBeenLastCalledWith('');
});

test('what hangs on the choice is asked once it stands, and not with every digit', async () => {
  offered();
  const onSettle = vi.fn<(id: string) => void>();
  const screen = await renderDressed(<PickInput label="Agent" source={agentNames} onSettle={onSettle} />);
  await userEvent.type(screen.getByRole('combobox', { name: 'Agent' }), '10501');
  expect(onSettle).not.toHaveBeenCalled();
  await userEvent.keyboard('{Enter}');
  expect(onSettle.mock.calls).toEqual([['10501']]);
  // Other words take the choice back: nobody is meant by what is not there any more.
  await userEvent.fill(screen.getByRole('combobox', { name: 'Agent' }), 'somebody else');
  await userEvent.tab();
  expect(onSettle.mock.calls).toEqual([['10501'], ['']]);
});

test('the first field of a dialog offers nothing before it is asked', async () => {
  offered();
  const screen = await renderDressed(<PickInput label="Agent" source={agentNames} isFirst />);
  screen.getByRole('combobox', { name: 'Agent' }).element().focus();
  expect(screen.getByRole('listbox').elements()).toHaveLength(0);
  await userEvent.click(screen.getByRole('combobox', { name: 'Agent' }));
  await expect.element(screen.getByRole('option', { name: /Hengxin/ })).toBeVisible();
});

test('an id that was typed has its name beside it once the field is left', async () => {
  offered();
  const screen = await renderDressed(<PickInput label="Agent" source={agentNames} />);
  const field = screen.getByRole('combobox', { name: 'Agent' });
  await userEvent.type(field, '10501');
  await expect.element(field).toHaveValue('10501');
  await userEvent.tab();
  await expect.element(field).toHaveValue('Hengxin · 10501');
});

test('keys choose among more than are in sight', async () => {
  const many = Array.from({ length: 60 }, (_, n) => ({ id: String(100 + n), name: `Bank ${n}` }));
  const source = { kind: 'many', find: async () => many };
  const onPick = vi.fn<(id: string | null) => void>();
  const screen = await renderDressed(<PickInput label="Bank" source={source} onPick={onPick} />);
  await userEvent.click(screen.getByRole('combobox', { name: 'Bank' }));
  await expect.element(screen.getByRole('option', { name: /Bank 0/ })).toBeVisible();
  await userEvent.keyboard('{ArrowDown>40/}');
  const chosen = screen.getByRole('option', { name: /Bank 39/ });
  await expect.element(chosen).toHaveAttribute('aria-selected', 'true');
  const list = screen.getByRole('listbox').element().getBoundingClientRect();
  expect(chosen.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(list.bottom);
  await userEvent.keyboard('{Enter}');
  expect(onPick).toHaveBeenLastCalledWith('139');
});
