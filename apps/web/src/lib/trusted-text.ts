interface TrustedTypes {
  createPolicy(
    name: string,
    rules: {
      readonly createHTML: (text: string) => string | null;
      readonly createScriptURL: (text: string) => string | null;
    },
  ): unknown;
}

/**
 * The page makes nothing into markup or into a script from mere text (`require-trusted-types-for`), but for what this lets
 * through: the rules of the style elements that Mantine writes, in which no tag can stand, and the workers that were built
 * with the page, from the server that sent it.
 */
export function trustRules(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    createHTML: (text) => (text.includes('<') ? null : text),
    createScriptURL: (text) => (isOwnScript(text) ? text : null),
  });
}

function isOwnScript(text: string): boolean {
  const url = URL.parse(text, location.href);
  return url?.origin === location.origin && /^\/assets\/[\w.-]+$/.test(url.pathname);
}
