/** The first field within that says of itself that nothing can be read from it. */
export const firstWrong = (within: ParentNode): HTMLInputElement | undefined =>
  [...within.querySelectorAll('input')].find(({ validity }) => validity.customError);
