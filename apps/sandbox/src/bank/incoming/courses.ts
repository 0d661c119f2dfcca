/** What a transfer over a chain comes to. */
export const courses = ['final', 'slow', 'reverted', 'fake', 'dust'] as const;
export type Course = (typeof courses)[number];
