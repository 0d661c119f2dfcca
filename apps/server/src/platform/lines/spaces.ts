/** What JavaScript takes for white space, for a bracket of a regular expression of PostgreSQL. */
export const sqlSpaces = String.raw`\t\n\r\u000b\u000c \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff`;
