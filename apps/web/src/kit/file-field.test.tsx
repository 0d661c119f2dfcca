import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderDressed } from '../../test/render.tsx';
import { FileField } from './file-field.tsx';

test('a file is told by its name, in a field no wider than its form', async () => {
  const onChoose = vi.fn<(file: File | null) => void>();
  const screen = await renderDressed(
    <div style={{ width: 300 }}>
      <FileField label="Slip" accept=".csv" onChoose={onChoose} />
    </div>,
  );
  const field = screen.getByLabelText('Slip');
  expect(field.element().getBoundingClientRect().width).toBe(300);
  await expect.element(screen.getByText('Choose a file')).toBeVisible();
  await userEvent.upload(field, new File(['a,b'], 'payouts.csv', { type: 'text/csv' }));
  await expect.element(screen.getByText('payouts.csv')).toBeVisible();
  expect(onChoose.mock.lastCall?.[0]?.name).toBe('payouts.csv');
});
