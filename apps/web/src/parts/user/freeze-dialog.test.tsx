import { editFrozen } from '@suanpan/contract/endpoints/user-acts';
import { userFrozen } from '@suanpan/contract/endpoints/user-facets';
import type { UserRow } from '@suanpan/contract/endpoints/users';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { FreezeDialog } from './freeze-dialog.tsx';

const user = { id: '41', username: 'star', role_name: 'customer' } as UserRow;
const until = '2027-01-02T03:04:00.000Z';
const frozen = reply(userFrozen, () => ({
  currency: 'TWD' as const,
  frozen: '10.0000',
  by_hand: '10.0000',
  settleable: '500.0000',
  freezes: [
    {
      id: '8',
      created_at: until,
      currency: 'TWD' as const,
      amount: '9715.0000',
      bucket: 'unsettled' as const,
      order_no: 'C2611220000000001',
      until,
      operator: null,
      note: 'a complaint',
    },
    {
      id: '9',
      created_at: until,
      currency: 'USDT' as const,
      amount: '98.000000',
      bucket: 'unsettled' as const,
      order_no: 'C2611220000000002',
      until: null,
      operator: null,
      note: 'a complaint',
    },
  ],
  edits: [],
}));

async function opened() {
  const said = wire(
    frozen,
    reply(editFrozen, () => ({ state: 'done' as const })),
  );
  const screen = await renderScreen(() => <FreezeDialog user={user} act="editFrozen" onClose={() => {}} />);
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  const send = async (button: string): Promise<void> => {
    await userEvent.fill(screen.getByPlaceholder('State a reason'), 'a complaint');
    await userEvent.fill(screen.getByLabelText(/^Payment password/), 'secret');
    await userEvent.fill(screen.getByLabelText(/^Two-factor code/), '123456');
    await userEvent.click(screen.getByRole('button', { name: button }));
  };
  return { ...screen, ...said, send };
}

test('a whole order is frozen without an amount, until an instant of the platform’s zone', async () => {
  const { askedOf, getByLabelText, send } = await opened();
  await userEvent.fill(getByLabelText(/^Order number/), 'C2611220000000001');
  await userEvent.fill(getByLabelText(/^Until/), '2027-01-02T11:04');
  await send('Freeze');
  await expect
    .poll(() => askedOf(editFrozen))
    .toEqual([
      {
        id: '41',
        direction: 'freeze',
        order_no: 'C2611220000000001',
        until,
        reason: 'a complaint',
        payment_password: 'secret',
        one_code: '123456',
      },
    ]);
});

test('no more is frozen than is settleable', async () => {
  const { getByLabelText, getByText, getByRole } = await opened();
  await userEvent.fill(getByLabelText(/^Amount/), '500.01');
  await expect.element(getByText('At most 500.00 TWD')).toBeVisible();
  await expect.element(getByRole('button', { name: 'Freeze' })).toBeDisabled();
});

test('a freeze that names an order or a time is given back whole, by its own name', async () => {
  const { askedOf, getByLabelText, getByRole, getByText, send } = await opened();
  await userEvent.click(getByText('Unfreeze').first());
  await userEvent.selectOptions(getByLabelText(/^What to unfreeze/), '8');
  expect(getByLabelText(/^Amount/).elements()).toEqual([]);
  // What waits in the currency of its order is named in that.
  await expect.element(getByRole('option', { name: '98.00 USDT · C2611220000000002' })).toBeInTheDocument();
  await send('Unfreeze');
  await expect.poll(() => askedOf(editFrozen)[0]).toMatchObject({ direction: 'unfreeze', freeze_id: '8' });
});
