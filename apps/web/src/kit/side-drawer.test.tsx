import { Activity, useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderDressed } from '../../test/render.tsx';
import { isDialogOpen } from '../lib/keys.ts';
import { SideDrawer } from './side-drawer.tsx';
import { useUnsaved } from './unsaved.ts';

function Name() {
  const [name, setName] = useState('');
  useUnsaved(name !== '');
  return <input aria-label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} />;
}

async function open() {
  const closed: true[] = [];
  const screen = await renderDressed(
    <SideDrawer title="Role" size={400} onClose={() => closed.push(true)}>
      <Name />
    </SideDrawer>,
  );
  await expect.element(screen.getByLabelText('Name')).toBeVisible();
  const veil = (): HTMLElement =>
    document.querySelector<HTMLElement>('.mantine-Drawer-overlay') ?? expect.fail('the drawer has no veil');
  return { screen, closed, veil };
}

test('a drawer that holds nothing unsaved closes at once', async () => {
  const { closed } = await open();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => closed).toEqual([true]);
});

test('Esc and a click beside it ask before changes are lost, and staying keeps them', async () => {
  const { screen, closed, veil } = await open();
  await userEvent.fill(screen.getByLabelText('Name'), 'Night shift');
  for (const leave of [() => userEvent.keyboard('{Escape}'), () => Promise.resolve(veil().click())]) {
    await leave();
    await expect.element(screen.getByText('Discard unsaved changes?')).toBeVisible();
    expect(closed).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await expect.poll(() => screen.getByText('Discard unsaved changes?').elements()).toEqual([]);
    await expect.element(screen.getByLabelText('Name')).toHaveValue('Night shift');
  }
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
  await expect.poll(() => closed).toEqual([true]);
});

test('Esc in the question closes the question alone', async () => {
  const { screen, closed } = await open();
  await userEvent.fill(screen.getByLabelText('Name'), 'Night shift');
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByText('Discard unsaved changes?')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => screen.getByText('Discard unsaved changes?').elements()).toEqual([]);
  expect(closed).toEqual([]);
  await expect.element(screen.getByLabelText('Name')).toHaveValue('Night shift');
});

test('one that was left open behind another tab holds up neither the keys nor the refreshing of the one in front', async () => {
  const tab = (isFront: boolean) => (
    <Activity mode={isFront ? 'visible' : 'hidden'}>
      <SideDrawer title="Role" size={400} onClose={() => expect.fail('nobody closed it')}>
        <Name />
      </SideDrawer>
    </Activity>
  );
  const screen = await renderDressed(tab(true));
  await expect.element(screen.getByLabelText('Name')).toBeVisible();
  expect(isDialogOpen()).toBe(true);
  await screen.rerender(tab(false));
  await expect.poll(isDialogOpen).toBe(false);
  await screen.rerender(tab(true));
  await expect.poll(isDialogOpen).toBe(true);
});
