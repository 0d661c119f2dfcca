import { TextInput } from '@mantine/core';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderDressed } from '../../test/render.tsx';
import { CallFault } from '../lib/call-fault.ts';
import { Confirm } from './confirm.tsx';

const refused = (fields: Record<string, string[]>) => (
  <Confirm
    title="Send"
    effect={<TextInput label="Amount" />}
    confirmLabel="Go"
    asks={['reason', 'payment_password', 'one_code']}
    act={() =>
      Promise.reject(new CallFault({ kind: 'refused', code: 400, message: 'Look at the fields', fields }))
    }
    onClose={() => {}}
  />
);

async function send(fields: Record<string, string[]>) {
  const screen = await renderDressed(refused(fields));
  await userEvent.fill(screen.getByPlaceholder('State a reason'), 'because');
  await userEvent.fill(screen.getByLabelText(/^Payment password/), 'secret');
  await userEvent.fill(screen.getByLabelText(/^Two-factor code/), '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Go' }));
  return screen;
}

test('what was refused of a reason, a password or a code stands beside it', async () => {
  const screen = await send({ reason: ['Too long'], one_code: ['Six digits'] });
  await expect.element(screen.getByText('Too long')).toBeVisible();
  await expect.element(screen.getByText('Six digits')).toBeVisible();
  expect(screen.getByText('Look at the fields').elements()).toEqual([]);
});

test('what was refused of anything else is said above the buttons', async () => {
  const screen = await send({ amount: ['Enter a valid amount'] });
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Enter a valid amount');
});

test('a code that is missing or short is answered with a sentence, and nothing is sent', async () => {
  const act = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const screen = await renderDressed(
    <Confirm title="Send" effect={null} confirmLabel="Go" asks={['one_code']} act={act} onClose={() => {}} />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Go' }));
  await expect.element(screen.getByText('The code must be filled in')).toBeVisible();
  await userEvent.fill(screen.getByLabelText(/^Two-factor code/), '123');
  expect(screen.getByText('The code must be filled in').elements()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Go' }));
  await expect.element(screen.getByText('The code has six digits')).toBeVisible();
  expect(act).not.toHaveBeenCalled();
  await userEvent.fill(screen.getByLabelText(/^Two-factor code/), '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Go' }));
  await expect.poll(() => act.mock.calls.length).toBe(1);
});

test.each([
  ['a field of the effect', ['reason', 'payment_password'], <TextInput key="1" label="First" />, /^First/],
  ['the reason', ['reason', 'payment_password'], null, /^Reason/],
  ['the password', ['payment_password', 'one_code'], null, /^Payment password/],
] as const)(
  'what is typed goes into %s at once, and Enter does not close it',
  async (_what, asks, effect, name) => {
    const onClose = vi.fn<() => void>();
    const screen = await renderDressed(
      <Confirm
        title="Send"
        effect={effect}
        confirmLabel="Go"
        asks={asks}
        act={() => Promise.resolve()}
        onClose={onClose}
      />,
    );
    await expect.element(screen.getByLabelText(name)).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(onClose).not.toHaveBeenCalled();
  },
);
