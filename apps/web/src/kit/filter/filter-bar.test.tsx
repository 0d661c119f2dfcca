import { describe, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderDressed } from '../../../test/render.tsx';
import { FilterBar } from './filter-bar.tsx';
import type { FilterField } from './filter-field.ts';

const fields: readonly FilterField[] = [
  { kind: 'text', key: 'no', label: 'Number' },
  {
    kind: 'choices',
    key: 'status',
    label: 'Status',
    options: [
      { value: 'paid', label: 'Paid' },
      { value: 'failed', label: 'Failed' },
    ],
  },
  { kind: 'dates', key: 'created', label: 'Created', fallback: 'today' },
  { kind: 'amounts', key: 'amount', label: 'Amount' },
];

const bar = (value: Record<string, string | string[]>, onSubmit: (value: object) => void, firstRow = 4) => (
  <FilterBar fields={fields} firstRow={firstRow} value={value} onSubmit={onSubmit} />
);

describe('the filter card', () => {
  test('asks nothing while one types and everything on Enter', async () => {
    const submitted = vi.fn<(value: object) => void>();
    const screen = await renderDressed(bar({}, submitted));
    await userEvent.type(screen.getByLabelText('Number'), '00123');
    expect(submitted).not.toHaveBeenCalled();
    await userEvent.keyboard('{Enter}');
    expect(submitted).toHaveBeenCalledExactlyOnceWith({ no: '00123' });
  });

  test('collects several values of one list', async () => {
    const submitted = vi.fn<(value: object) => void>();
    const screen = await renderDressed(bar({}, submitted));
    await userEvent.click(screen.getByRole('button', { name: /^Status/ }));
    await userEvent.click(screen.getByLabelText('Paid'));
    await userEvent.click(screen.getByLabelText('Failed'));
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    expect(submitted).toHaveBeenCalledExactlyOnceWith({ status: ['paid', 'failed'] });
  });

  test('takes a preset in one click', async () => {
    const submitted = vi.fn<(value: object) => void>();
    const screen = await renderDressed(bar({ no: '7' }, submitted));
    await userEvent.click(screen.getByRole('button', { name: 'Last 7 days' }));
    await expect.poll(() => submitted.mock.calls.length).toBe(1);
    expect(submitted).toHaveBeenCalledWith({ no: '7', range: 'last7' });
  });

  test('shows what is in force as chips that can be taken off', async () => {
    const submitted = vi.fn<(value: object) => void>();
    const screen = await renderDressed(bar({ no: '7', amount_min: '100', status: ['paid'] }, submitted));
    await userEvent.click(screen.getByRole('button', { name: /Amount$/ }));
    expect(submitted).toHaveBeenCalledExactlyOnceWith({ no: '7', status: ['paid'] });
  });

  test('follows the address when it changes from outside', async () => {
    const submitted = vi.fn<(value: object) => void>();
    const screen = await renderDressed(bar({ no: '7' }, submitted));
    await screen.rerender(bar({ no: '8' }, submitted));
    expect(screen.piece.querySelector<HTMLInputElement>('input[name="no"]')?.value).toBe('8');
  });

  test('refuses hours that end before they begin, in the words of the specification', async () => {
    const screen = await renderDressed(bar({ from: '2026-11-21T08', to: '2026-11-21T18' }, () => {}));
    await userEvent.click(screen.getByRole('button', { name: /^Created:/ }));
    await userEvent.selectOptions(screen.getByLabelText('End hour'), '6');
    expect(screen.text()).toContain('Wrong hour range selection');
    await expect.element(screen.getByRole('button', { name: 'Apply' })).toBeDisabled();
  });
});
