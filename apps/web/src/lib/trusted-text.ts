interface TrustedTypes {
  createPolicy(name: string, rules: { readonly createHTML: (text: string) => string | null }): unknown;
}

/**
 * The page reports whatever is made into markup from text (`require-trusted-types-for`). The style elements that
 * Mantine writes go that way too; theirs are rules, in which no tag can stand, so they pass and only markup is reported.
 */
export function trustRules(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', { createHTML: (text) => (text.includes('<') ? null : text) });
}
