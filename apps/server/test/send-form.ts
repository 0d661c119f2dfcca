import type { PayerForm } from '../src/modules/channels/index.ts';

/** What a payer's browser does with a form: sends it where it leads. Answers the HTTP status. */
export async function sendForm({ action, fields }: PayerForm): Promise<number> {
  const answer = await fetch(action, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  await answer.arrayBuffer();
  return answer.status;
}
