import { Menu } from '@mantine/core';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderDressed } from '../../test/render.tsx';
import { LateMenu, LatePopover } from './late-popup.tsx';

function Dialog() {
  const [isOpen, setOpen] = useState(false);
  return (
    <LatePopover button={<button type="button">Views</button>} isOpen={isOpen} onOpen={setOpen} trapFocus>
      <button type="button">Save</button>
    </LatePopover>
  );
}

test('a menu is made when it is asked for; it takes the focus, and gives it back to the same button', async () => {
  const screen = await renderDressed(
    <LateMenu button={<button type="button">Theme</button>} position="bottom-end">
      <Menu.Item>Light</Menu.Item>
      <Menu.Item>Dark</Menu.Item>
    </LateMenu>,
  );
  const button = screen.getByRole('button', { name: 'Theme' }).element();
  expect(button.getAttribute('aria-haspopup')).toBe('menu');
  expect(button.getAttribute('aria-expanded')).toBe('false');
  expect(document.querySelector('[role=menu]')).toBeNull();

  (button as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const menu = screen.getByRole('menu');
  await expect.element(menu).toBeVisible();
  expect(menu.element().getAttribute('aria-labelledby')).toBe(button.id);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(button.getAttribute('aria-controls')).toBe(menu.element().id);
  await expect.poll(() => document.activeElement?.textContent).toBe('Light');

  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.querySelector('[role=menu]')).toBeNull();
  await expect.poll(() => document.activeElement).toBe(button);
  expect(button.getAttribute('aria-expanded')).toBe('false');
});

test('a popover opens and closes by its button, and a click beside it closes it', async () => {
  const screen = await renderDressed(
    <>
      <Dialog />
      <p>Beside</p>
    </>,
  );
  const button = screen.getByRole('button', { name: 'Views' });
  const isOpen = (): boolean => document.querySelector('[role=dialog]') !== null;
  expect(isOpen()).toBe(false);
  await userEvent.click(button);
  await expect.poll(isOpen).toBe(true);
  await userEvent.click(button);
  await expect.poll(isOpen).toBe(false);
  await userEvent.click(button);
  await expect.poll(isOpen).toBe(true);
  await userEvent.click(screen.getByText('Beside'), { force: true });
  await expect.poll(isOpen).toBe(false);
});
