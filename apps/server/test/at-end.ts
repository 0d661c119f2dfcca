import { afterAll, onTestFinished, TestRunner } from 'vitest';

/** Closes when the test ends that runs now, or, where it is called at the top of a file, after its last test. */
export function atEnd(close: () => Promise<void>): void {
  if (TestRunner.getCurrentTest() === undefined) afterAll(close);
  else onTestFinished(close);
}
