import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderDressed } from '../../test/render.tsx';
import { DayField } from './day-field.tsx';

const told: string[] = [];
function Field() {
  const [day, setDay] = useState('2026-11-28');
  told.push(day);
  return <DayField label="Day" value={day} onChange={setDay} />;
}
const field = async () => {
  told.length = 0;
  const screen = await renderDressed(<Field />);
  return { screen, input: screen.getByRole('textbox', { name: 'Day' }) };
};

test('a day is typed, in full-width figures too, or picked from its month, which closes', async () => {
  const { input, screen } = await field();
  await userEvent.fill(input, ' ２０２６-12-01 ');
  expect(told.at(-1)).toBe('2026-12-01');
  await userEvent.tab();
  await expect.element(input).toHaveValue('2026-12-01');
  await userEvent.click(screen.getByRole('button', { name: 'Pick a day' }));
  await userEvent.click(screen.getByRole('button', { name: '24, 2026-12-24' }));
  await expect.element(input).toHaveValue('2026-12-24');
  expect(told.at(-1)).toBe('2026-12-24');
  await expect.poll(() => screen.getByRole('button', { name: '25, 2026-12-25' }).elements().length).toBe(0);
});

test.each(['2026-02-30', '1 December', ''])('%j is no day: it is said, and not taken', async (text) => {
  const { input } = await field();
  await userEvent.fill(input, text);
  await userEvent.tab();
  expect(input.element()).toHaveProperty('validity.customError', true);
  await expect.element(input).toHaveValue(text);
  expect(new Set(told)).toEqual(new Set(['2026-11-28']));
});
