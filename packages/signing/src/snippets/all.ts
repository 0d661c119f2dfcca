import { go } from './go.ts';
import { java } from './java.ts';
import { node } from './node.ts';
import { php } from './php.ts';
import { python } from './python.ts';

/** Whole programs in the languages merchants build in: one makes a collection, one verifies a callback. */
const snippets = { node, php, python, java, go } as const;

export const snippetLanguages = [
  { name: 'node', label: 'Node', files: { collect: 'collect.mjs', verify: 'verify.mjs' } },
  { name: 'php', label: 'PHP', files: { collect: 'collect.php', verify: 'verify.php' } },
  { name: 'python', label: 'Python', files: { collect: 'collect.py', verify: 'verify.py' } },
  { name: 'java', label: 'Java', files: { collect: 'Collect.java', verify: 'Verify.java' } },
  { name: 'go', label: 'Go', files: { collect: 'collect.go', verify: 'verify.go' } },
] as const;
export type SnippetLanguage = (typeof snippetLanguages)[number]['name'];
export type SnippetTask = 'collect' | 'verify';

/**
 * A program that calls `origin`, in the merchant's `currency`. Key and secrets come from its environment, so that none
 * stands in what is copied.
 */
export function snippetOf(
  language: SnippetLanguage,
  task: SnippetTask,
  { currency, origin }: { readonly currency: string; readonly origin: string },
): string {
  return snippets[language][task].replaceAll('__ORIGIN__', origin).replaceAll('__CURRENCY__', currency);
}
