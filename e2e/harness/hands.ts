import type { Locator, Page } from 'playwright-core';

/** An operator's hands: each click, each text written or pasted and each key is one act. Looking is none. */
export class Hands {
  readonly page: Page;
  acts = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async click(target: Locator): Promise<void> {
    this.acts += 1;
    await target.click();
  }

  async write(target: Locator, text: string): Promise<void> {
    this.acts += 1;
    await target.fill(text);
  }

  async press(key: string): Promise<void> {
    this.acts += 1;
    await this.page.keyboard.press(key);
  }
}

export interface Effort {
  readonly acts: number;
  readonly seconds: number;
}

/** What a task costs an operator who knows the way: acts, and the seconds until he sees what he wanted. */
export async function effortOf(page: Page, task: (hands: Hands) => Promise<void>): Promise<Effort> {
  const hands = new Hands(page);
  const from = performance.now();
  await task(hands);
  return { acts: hands.acts, seconds: (performance.now() - from) / 1000 };
}
