import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderDressed } from '../../test/render.tsx';
import { CallFault } from '../lib/call-fault.ts';
import { FormDialog } from './form-dialog.tsx';

const dialog = (act: (form: FormData) => Promise<unknown>, onClose: () => void) => (
  <FormDialog title="Note" submitLabel="Keep" act={act} onClose={onClose}>
    {(errorOf) => <TextInput name="note" label="Text" error={errorOf('note')} />}
  </FormDialog>
);
const refusing = (fields: Record<string, string[]>) => () =>
  Promise.reject(new CallFault({ kind: 'refused', code: 400, message: 'Refused', fields }));

describe('a dialog of a few fields', () => {
  test('hands over what was typed and closes once it is done', async () => {
    const closed = vi.fn<() => void>();
    const typed = vi.fn<(text: unknown) => void>();
    const screen = await renderDressed(dialog(async (form) => typed(form.get('note')), closed));
    await userEvent.type(screen.getByLabelText('Text'), 'rent');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => closed.mock.calls.length).toBe(1);
    expect(typed).toHaveBeenCalledExactlyOnceWith('rent');
  });

  test('says what was refused beside its field, once, and keeps what was typed', async () => {
    const closed = vi.fn<() => void>();
    const screen = await renderDressed(dialog(refusing({ note: ['Too long'] }), closed));
    await userEvent.type(screen.getByLabelText('Text'), 'rent');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => screen.getByText('Too long').elements().length).toBe(1);
    expect(screen.getByRole('alert').elements()).toEqual([]);
    await expect.element(screen.getByLabelText('Text')).toHaveValue('rent');
    expect(closed).not.toHaveBeenCalled();
  });

  test('says it once too where the field is a part of its own, which is drawn after the form', async () => {
    const Part = ({ errorOf }: { readonly errorOf: (field: string) => string | undefined }) => (
      <TextInput name="note" label="Text" error={errorOf('note')} />
    );
    const screen = await renderDressed(
      <FormDialog title="Note" submitLabel="Keep" act={refusing({ note: ['Too long'] })} onClose={() => {}}>
        {(errorOf) => <Part errorOf={errorOf} />}
      </FormDialog>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Keep' }));
    await expect.poll(() => screen.getByText('Too long').elements().length).toBeGreaterThan(0);
    expect(screen.getByText('Too long').elements().length).toBe(1);
    expect(screen.getByRole('alert').elements()).toEqual([]);
  });

  test('says above the buttons what was refused of a field that stood there and does no more', async () => {
    const Switched = () => {
      const [isShown, setShown] = useState(true);
      return (
        <FormDialog title="Note" submitLabel="Keep" act={refusing({ note: ['Too long'] })} onClose={() => {}}>
          {(errorOf) => (
            <>
              <button type="button" onClick={() => setShown(false)}>
                Without
              </button>
              {isShown && <TextInput name="note" label="Text" error={errorOf('note')} />}
            </>
          )}
        </FormDialog>
      );
    };
    const screen = await renderDressed(<Switched />);
    await userEvent.click(screen.getByRole('button', { name: 'Without' }));
    await userEvent.click(screen.getByRole('button', { name: 'Keep' }));
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Too long');
  });

  test('says beside a list of lines what was refused of one of them', async () => {
    const screen = await renderDressed(dialog(refusing({ 'note.2': ['Not an address'] }), () => {}));
    await userEvent.click(screen.getByRole('button', { name: 'Keep' }));
    await expect.element(screen.getByText('Not an address')).toBeVisible();
    expect(screen.getByRole('alert').elements()).toEqual([]);
  });

  test('says above the buttons what was refused of a field that it does not show', async () => {
    const screen = await renderDressed(dialog(refusing({ version: ['Changed meanwhile'] }), () => {}));
    await userEvent.click(screen.getByRole('button', { name: 'Keep' }));
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Changed meanwhile');
  });
});
