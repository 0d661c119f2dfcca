import { Profiler } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderDressed } from '../../../test/render.tsx';
import { FilterBar } from './filter-bar.tsx';
import type { FilterField } from './filter-field.ts';

const fields: readonly FilterField[] = [
  { kind: 'text', key: 'no', label: 'Number', isNumber: true },
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

const bar = (value: Record<string, string | string[]>, onSubmit: (value: object) => void) => (
  <div style={{ display: 'flex', width: 1200 }}>
    <FilterBar fields={fields} value={value} onSubmit={onSubmit} />
  </div>
);

describe('the filter card', () => {
  test('is drawn once where it has the room that the last one had', async () => {
    await (await renderDressed(bar({}, () => {}))).unmount();
    const drawn: string[] = [];
    await renderDressed(
      <Profiler id="bar" onRender={(_id, phase) => drawn.push(phase)}>
        {bar({}, () => {})}
      </Profiler>,
    );
    await new Promise(requestAnimationFrame);
    expect(drawn).toContain('mount');
    expect(drawn).not.toContain('nested-update');
  });

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

  test('takes a preset of the range', async () => {
    const submitted = vi.fn<(value: object) => void>();
    const screen = await renderDressed(bar({ no: '7' }, submitted));
    await userEvent.click(screen.getByRole('button', { name: 'Created Today', exact: true }));
    await userEvent.click(screen.getByRole('button', { name: 'Last 7 days' }));
    await expect.poll(() => submitted.mock.calls.length).toBe(1);
    expect(submitted).toHaveBeenCalledWith({ no: '7', range: 'last7' });
  });

  test('takes the range off as a chip, which leaves no limit', async () => {
    const submitted = vi.fn<(value: object) => void>();
    const screen = await renderDressed(bar({ amount_min: '100' }, submitted));
    await userEvent.click(screen.getByRole('button', { name: /\S.*Created Today$/ }));
    await expect.poll(() => submitted.mock.calls).toEqual([[{ amount_min: '100', range: 'all' }]]);
  });

  test('says that the range rests while a whole number is asked for', async () => {
    const screen = await renderDressed(bar({ no: '7' }, () => {}));
    const range = screen.getByRole('button', { name: 'Created Today', exact: true }).element();
    expect(range.getAttribute('title')).toBe('A number is looked up whatever its day');
    expect(getComputedStyle(range.querySelector('.num') ?? range).textDecorationLine).toBe('line-through');
  });

  test('a queue says what it holds without a range, until something else is asked for', async () => {
    const queue: FilterField = {
      ...(fields[2] as FilterField & { kind: 'dates' }),
      fallback: 'all',
      queueUnless: ['status'],
    };
    const shown = async (value: Record<string, string>): Promise<string> => {
      const screen = await renderDressed(<FilterBar fields={[queue]} value={value} onSubmit={() => {}} />);
      const text = screen.text() ?? '';
      await screen.unmount();
      return text;
    };
    expect(await shown({})).toContain('Open + closed today');
    expect(await shown({ status: 'paid' })).toContain('Any time');
    expect(await shown({ range: 'last7' })).toContain('Last 7 days');
  });

  test('folds what has no room, never wraps, and counts what is in force there', async () => {
    const screen = await renderDressed(
      <div style={{ display: 'flex', width: 640 }}>
        <FilterBar fields={fields} value={{ amount_min: '100' }} onSubmit={() => {}} />
      </div>,
    );
    const more = screen.getByRole('button', { name: /^More/ });
    await expect.element(more).toHaveTextContent('More1');
    const row = screen.piece.querySelector('form');
    expect(row?.offsetHeight).toBe(32);
    await userEvent.click(more);
    expect(row?.offsetHeight).toBe(32);
    await expect.element(screen.getByLabelText('Amount Min')).toBeVisible();
  });

  test('what is in force stays so, though the fold that it lies under was never opened', async () => {
    const submitted = vi.fn<(value: object) => void>();
    const screen = await renderDressed(
      <div style={{ display: 'flex', width: 640 }}>
        <FilterBar fields={fields} value={{ amount_min: '100' }} onSubmit={submitted} />
      </div>,
    );
    await userEvent.type(screen.getByLabelText('Number'), '7{Enter}');
    expect(submitted).toHaveBeenCalledExactlyOnceWith({ no: '7', amount_min: '100' });
  });

  test('what holds anyway is pointed out nowhere, and is in the form all the same', async () => {
    const submitted = vi.fn<(value: object) => void>();
    const choice: FilterField = {
      kind: 'choice',
      key: 'state',
      label: 'State',
      options: [
        { value: 'open', label: 'Open' },
        { value: 'closed', label: 'Closed' },
      ],
      fallback: 'open',
    };
    const draw = (width: number, state: string) => (
      <div style={{ display: 'flex', width }}>
        <FilterBar fields={[...fields, choice]} value={{ state }} onSubmit={submitted} />
      </div>
    );
    const marked = (): number => screen.piece.querySelectorAll('[data-on]').length;
    const screen = await renderDressed(draw(1200, 'open'));
    expect(marked()).toBe(0);
    await screen.rerender(draw(1200, 'closed'));
    expect(marked()).toBe(1);
    await screen.rerender(draw(480, 'open'));
    await expect.element(screen.getByRole('button', { name: 'More', exact: true })).toBeVisible();
    await userEvent.type(screen.getByLabelText('Number'), '7{Enter}');
    expect(submitted).toHaveBeenCalledExactlyOnceWith({ no: '7', state: 'open' });
  });

  test('follows the address when it changes from outside', async () => {
    const submitted = vi.fn<(value: object) => void>();
    const screen = await renderDressed(bar({ no: '7' }, submitted));
    await screen.rerender(bar({ no: '8' }, submitted));
    expect(screen.piece.querySelector<HTMLInputElement>('input[name="no"]')?.value).toBe('8');
  });

  test('refuses hours that end before they begin, in the words of the specification', async () => {
    const screen = await renderDressed(bar({ from: '2026-11-21T08', to: '2026-11-21T18' }, () => {}));
    await userEvent.click(screen.getByRole('button', { name: /^Created\b/ }));
    await userEvent.selectOptions(screen.getByLabelText('End hour'), '6');
    expect(screen.text()).toContain('Wrong hour range selection');
    await expect.element(screen.getByRole('button', { name: 'Apply' })).toBeDisabled();
  });
});
