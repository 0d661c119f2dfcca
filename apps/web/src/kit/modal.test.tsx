import { PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderDressed } from '../../test/render.tsx';
import { DialogForm } from './dialog-form.tsx';
import { Modal } from './modal.tsx';
import { SideDrawer } from './side-drawer.tsx';

const question = 'Discard unsaved changes?';

const focused = (): string => `${document.activeElement?.tagName} ${document.activeElement?.textContent}`;

/** A list with one button, and what it opens. */
function Desk({ what }: { what: 'dialog' | 'drawer' }) {
  const [isOpen, setOpen] = useState(false);
  const [isDone, setDone] = useState(false);
  const close = (): void => setOpen(false);
  const fields = (
    <>
      <input aria-label="Note" />
      <button onClick={() => setDone(true)}>Act</button>
      <input aria-label="Password" type="password" />
      <input aria-label="Code" autoComplete="one-time-code" />
      <PasswordInput aria-label="Shown password" defaultVisible autoComplete="off" />
    </>
  );
  return (
    <div tabIndex={0} aria-label="List">
      {!isDone && <button onClick={() => setOpen(true)}>Open</button>}
      {isOpen && what === 'dialog' && (
        <Modal opened title="Dialog" onClose={close}>
          {fields}
        </Modal>
      )}
      {isOpen && what === 'drawer' && (
        <SideDrawer title="Drawer" size={400} onClose={close}>
          {fields}
        </SideDrawer>
      )}
    </div>
  );
}

/** A form that is never answered. */
function Busy() {
  const [isBusy, setBusy] = useState(false);
  return (
    <DialogForm
      title="Form"
      submitLabel="Send"
      isReady
      isBusy={isBusy}
      fault={null}
      onSubmit={() => setBusy(true)}
      onClose={() => {}}
    >
      <input aria-label="Note" />
    </DialogForm>
  );
}

async function opened(what: 'dialog' | 'drawer') {
  const screen = await renderDressed(<Desk what={what} />);
  screen.getByRole('button', { name: 'Open' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByLabelText('Note')).toBeVisible();
  await expect.poll(() => document.activeElement?.closest('[role=dialog]')).not.toBeNull();
  return screen;
}

test.each(['dialog', 'drawer'] as const)('a %s gives the focus back to where it came from', async (what) => {
  const screen = await opened(what);
  await userEvent.keyboard('{Escape}');
  await expect.poll(focused).toBe('BUTTON Open');
  // What came to pass meanwhile took the button away: the keys go on round about.
  await screen.unmount();
  const gone = await opened(what);
  await userEvent.click(gone.getByRole('button', { name: 'Act' }));
  await userEvent.keyboard('{Escape}');
  await expect.poll(focused).toBe('DIV ');
});

test('Esc asks before what was typed is lost, and whoever stays finds it as it was', async () => {
  const screen = await opened('dialog');
  await userEvent.fill(screen.getByLabelText('Note'), 'paid twice');
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByText(question)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => screen.getByText(question).elements()).toEqual([]);
  await expect.element(screen.getByLabelText('Note')).toHaveValue('paid twice');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
  await expect.poll(focused).toBe('BUTTON Open');
});

test('nobody is asked about a secret, a code, or what he has taken away again', async () => {
  const screen = await opened('dialog');
  await userEvent.fill(screen.getByLabelText('Note'), 'x');
  await userEvent.fill(screen.getByLabelText('Note'), '');
  await userEvent.fill(screen.getByLabelText('Password'), 'secret');
  await userEvent.fill(screen.getByLabelText('Code'), '123456');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => screen.getByLabelText('Note').elements()).toEqual([]);
});

test('nobody is asked about a password that he has made visible', async () => {
  const screen = await opened('dialog');
  await userEvent.fill(screen.getByLabelText('Shown password'), 'secret');
  await userEvent.keyboard('{Escape}');
  await expect.poll(focused, { timeout: 5_000 }).toBe('BUTTON Open');
});

test('while a form is on its way nobody is asked to discard it', async () => {
  const screen = await renderDressed(<Busy />);
  await userEvent.fill(screen.getByLabelText('Note'), 'paid twice');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  const cross = screen.getByRole('button', { name: 'Close' });
  await userEvent.keyboard('{Escape}');
  await userEvent.click(cross, { force: true });
  expect(screen.getByText(question).elements()).toEqual([]);
  await expect.element(cross, { timeout: 5_000 }).toBeDisabled();
});
