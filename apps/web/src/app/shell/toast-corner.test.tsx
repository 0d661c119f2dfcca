import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderDressed } from '../../../test/render.tsx';
import { setLocale } from '../../lib/locale.ts';
import { toasts } from '../../lib/toast.ts';
import { useWords } from '../../lib/use-words.ts';
import { ToastCorner } from './toast-corner.tsx';

function Piece({ onUndo }: { onUndo: () => void }) {
  const t = useWords('common');
  return (
    <>
      <button
        type="button"
        onClick={() =>
          toasts.emit({ tone: 'ok', title: t('buttons.copied'), text: t('table.perPage', { count: 50 }) })
        }
      >
        say
      </button>
      <button
        type="button"
        onClick={() => toasts.emit({ tone: 'fail', title: 'Refused by hand', undo: onUndo })}
      >
        refuse
      </button>
      <div
        data-keep-clear
        style={{ position: 'fixed', bottom: 0, left: 0, right: 0, height: 70 }}
        data-testid="foot"
      />
      <ToastCorner />
    </>
  );
}

test('a toast covers no button that saves a form', async () => {
  const screen = await renderDressed(
    <>
      <form style={{ position: 'fixed', bottom: 40, left: 0, width: 200 }}>
        <button type="submit">Save</button>
      </form>
      <ToastCorner />
    </>,
  );
  toasts.emit({ tone: 'ok', title: 'Settings saved' });
  const title = screen.getByText('Settings saved');
  await expect.element(title).toBeVisible();
  const bottom = () => title.element().closest('[data-tone]')?.getBoundingClientRect().bottom;
  const save = screen.getByRole('button', { name: 'Save' }).element().getBoundingClientRect();
  await expect.poll(bottom).toBeLessThan(save.top);
});

test('toasts stand above the foot of a list, can be taken back, and speak the language that is shown', async () => {
  let undone = 0;
  const screen = await renderDressed(<Piece onUndo={() => (undone += 1)} />);
  await userEvent.click(screen.getByText('say'));
  const title = screen.getByText('Copied');
  await expect.element(title).toBeVisible();
  const card = title.element().closest('[data-tone]')?.getBoundingClientRect();
  const foot = screen.getByTestId('foot').element().getBoundingClientRect();
  expect(card?.bottom).toBeLessThan(foot.top);

  await userEvent.click(screen.getByText('refuse'));
  setLocale('zh-CN');
  try {
    await expect.element(screen.getByText('已复制')).toBeVisible();
    // What is not ours to say stays as it was said.
    await expect.element(screen.getByText('Refused by hand')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(undone).toBe(1);
    expect(screen.getByText('Refused by hand').elements()).toEqual([]);
  } finally {
    setLocale('en');
  }
});
