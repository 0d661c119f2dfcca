import type { Office } from './office.ts';

/** Pages of a first visit, with an element that stands when there is something to read. */
const visits = [
  { name: 'login', hash: 'userLogin', loggedIn: false, until: 'input[type=password]' },
  { name: 'dashboard', hash: 'wrap/index.statistics', loggedIn: true, until: 'main' },
  { name: 'orders', hash: 'wrap/collections.transactions?range=all', loggedIn: true, until: 'tbody tr td' },
] as const;
/** What is fetched ahead comes within so long after the page stands. */
const restMs = 2_500;

/** What a first visit brings over the wire, sockets apart, and how far its layout jumps. */
export async function benchTransfer({ url, newVisit }: Office): Promise<void> {
  for (const { name, hash, loggedIn, until } of visits) {
    const context = await newVisit(loggedIn);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    let bytes = 0;
    let requests = 0;
    // A picture that stands in its style sheet is loaded from there, and asks nobody.
    const inline = new Set<string>();
    session.on('Network.requestWillBeSent', ({ requestId, request }) => {
      if (request.url.startsWith('data:')) inline.add(requestId);
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (inline.has(requestId)) return;
      bytes += encodedDataLength;
      requests += 1;
    });
    await page.addInitScript(() => {
      const seen = globalThis as { shifted?: number };
      seen.shifted = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
          if (!shift.hadRecentInput) seen.shifted = (seen.shifted ?? 0) + shift.value;
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(`${url}/#/${hash}`);
    await page.waitForSelector(until);
    const standing = { bytes, requests };
    await page.waitForTimeout(restMs);
    const shift = await page.evaluate(() => (globalThis as { shifted?: number }).shifted ?? NaN);
    console.log(
      `${name}: ${kilobytes(standing.bytes)} KB in ${standing.requests} requests until it stands, ${kilobytes(bytes)} KB in ${requests} in all · layout shift ${shift.toFixed(3)}`,
    );
    await context.close();
  }
}

const kilobytes = (bytes: number): string => (bytes / 1_000).toFixed(0);
