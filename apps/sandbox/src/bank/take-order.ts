import type { FastifyReply } from 'fastify';
import { oneMajorMicro } from '../decimal.ts';
import { Fault } from '../http/fault.ts';
import { answerCreate } from './answer-create.ts';
import type { Bank } from './bank.ts';
import type { Charge, ChargeKind } from './charge.ts';
import { findCharge, saveAsked } from './charges.store.ts';
import { createChargeInput } from './create-charge.ts';
import { refuseForeign } from './refuse-foreign.ts';

/** An order that a payer's browser carries to a provider's page. */
export interface CarriedOrder {
  merchantNo: string;
  orderNo: string;
  /** Whole units. */
  amount: string;
  kind: ChargeKind;
  notifyUrl: string;
  returnUrl: string;
  lifeMs: number;
  spoken: Pick<Charge, 'dialect' | 'told'>;
  /** How the provider calls a number that another order has. */
  duplicate: { code: string; message: string };
}

/**
 * Makes the charge of such an order, with what its amount has in store, and shows the payer its page; one that comes again
 * shows the page again. @throws Fault when the number belongs to another sum, or news shall go elsewhere.
 */
export async function takeOrder(
  bank: Bank,
  order: CarriedOrder,
  reply: FastifyReply,
  onMade: (charge: Charge) => Promise<void> = async () => {},
): Promise<unknown> {
  const { amount, duplicate, merchantNo, orderNo } = order;
  const show = (charge: Charge) => reply.redirect(`${bank.publicBase}/pay/${charge.chargeNo}`, 303);
  refuseForeign(bank, order.notifyUrl);
  await saveAsked(bank.pool, merchantNo, orderNo, 'create');
  const known = await findCharge(bank.pool, merchantNo, orderNo);
  if (known !== null) {
    if (known.amountMicro === BigInt(amount) * oneMajorMicro) return show(known);
    throw new Fault(400, duplicate.code, duplicate.message);
  }
  const wanted = createChargeInput.parse({
    merchant_order_no: orderNo,
    amount,
    currency: 'TWD',
    kind: order.kind,
    notify_url: order.notifyUrl,
    ...(order.returnUrl !== '' && { return_url: order.returnUrl }),
    expires_at: new Date(bank.clock.now().getTime() + order.lifeMs).toISOString(),
  });
  const present = async (charge: Charge) => {
    await onMade(charge);
    return show(charge);
  };
  return answerCreate(bank, merchantNo, wanted, reply, present, order.spoken);
}
