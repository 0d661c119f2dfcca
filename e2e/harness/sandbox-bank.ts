/** The sandbox bank from the outside: its console, its counter and the payer's page. */
export class SandboxBank {
  readonly #url: string;

  constructor(url: string) {
    this.#url = `${url}/sandbox`;
  }

  async #post(path: string, fields: Readonly<Record<string, string>>): Promise<void> {
    const answer = await fetch(this.#url + path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    });
    const text = await answer.text();
    if (answer.status !== 303) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 300)}`);
  }

  /** The console's button: the charge takes the course of a scenario at once. */
  play(chargeNo: string, scenario: string): Promise<void> {
    return this.#post(`/console/charges/${chargeNo}/play`, { scenario });
  }

  /** A payer at the counter pays into the account that the checkout showed him. */
  payAtCounter(account: string, amount: string): Promise<void> {
    return this.#post('/counter', { account, amount });
  }

  /** A payer scans his code and pays at once what it asks for, instead of thinking it over. */
  scanAndPay(content: string): Promise<void> {
    return this.#post(`/pay/${content.split('/').at(-1) ?? ''}`, { choice: 'pay' });
  }

  /** A payer sends straight to a card or an address, without any provider. */
  transfer(fields: {
    readonly destination: string;
    readonly amount: string;
    readonly payerName?: string;
    readonly payerAccount?: string;
    readonly memo?: string;
    /** Over a chain: what becomes of it. */
    readonly course?: 'final' | 'slow' | 'reverted' | 'fake' | 'dust';
  }): Promise<void> {
    return this.#post('/transfers', fields);
  }

  async isHealthy(): Promise<boolean> {
    const answer = await fetch(`${this.#url}/healthz`, { signal: AbortSignal.timeout(2_000) });
    return answer.ok;
  }
}
