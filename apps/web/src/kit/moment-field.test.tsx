import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderDressed } from '../../test/render.tsx';
import { DialogForm } from './dialog-form.tsx';
import { MomentField } from './moment-field.tsx';

const told: string[] = [];
function Field({ first = '' }: { readonly first?: string }) {
  const [moment, setMoment] = useState(first);
  told.push(moment);
  return <MomentField label="Valid from" value={moment} onChange={setMoment} />;
}
const field = async (first?: string) => {
  told.length = 0;
  const screen = await renderDressed(<Field {...(first !== undefined && { first })} />);
  return { screen, input: screen.getByRole('textbox', { name: 'Valid from' }) };
};

test('a moment is written as the product writes it, and typed so', async () => {
  const { input } = await field('2026-11-28T09:30');
  await expect.element(input).toHaveValue('2026-11-28 09:30');
  await userEvent.fill(input, '2026-12-01 18:05');
  expect(told.at(-1)).toBe('2026-12-01T18:05');
  await userEvent.clear(input);
  expect(told.at(-1)).toBe('');
});

test.each(['2026-13-01 10:00', '2026-12-01', '2026-12-01 25:00', 'tomorrow'])(
  '%s is no moment: it is said as long as it stands there, and not taken',
  async (text) => {
    const { input, screen } = await field('2026-11-28T09:30');
    await userEvent.fill(input, text);
    expect(screen.text()).toContain('Enter a day and a time');
    await userEvent.tab();
    expect(screen.text()).toContain('Enter a day and a time');
    expect(new Set(told)).toEqual(new Set(['2026-11-28T09:30']));
    await userEvent.fill(input, '2026-12-01 10:00');
    expect(screen.text()).not.toContain('Enter a day and a time');
  },
);

test('a form is not sent with what is no moment, as if nothing stood there', async () => {
  const sent: string[] = [];
  const screen = await renderDressed(
    <DialogForm
      title="Price"
      submitLabel="Send"
      isReady
      isBusy={false}
      fault={null}
      onSubmit={() => sent.push(told.at(-1) ?? '')}
      onClose={() => {}}
    >
      <Field />
    </DialogForm>,
  );
  const input = screen.getByRole('textbox', { name: 'Valid from' });
  await userEvent.fill(input, '2026-12-01 9:00');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(sent).toEqual([]);
  await expect.element(input, { timeout: 5_000 }).toHaveFocus();
  await userEvent.fill(input, '2026-12-01 09:00');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(sent).toEqual(['2026-12-01T09:00']);
});

test('a day is picked from a month and keeps its time; the clock is picked beside it', async () => {
  const { input, screen } = await field('2026-11-28T09:30');
  await userEvent.click(screen.getByRole('button', { name: 'Pick a day' }));
  await userEvent.click(screen.getByRole('button', { name: '12, 2026-11-12' }));
  await expect.element(input).toHaveValue('2026-11-12 09:30');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Hour' }), '17');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Minute' }), '45');
  await expect.element(input).toHaveValue('2026-11-12 17:45');
});
