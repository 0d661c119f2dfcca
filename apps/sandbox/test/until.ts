/** Asks again until the answer is there; fails after `withinMs`. */
export async function until<T>(ask: () => Promise<T | null> | T | null, withinMs = 8000): Promise<T> {
  const endsAt = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (Date.now() > endsAt) throw new Error('did not happen in time');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
