/** One line of text that can be stored and shown as it came: no control characters, no halves of a character. */
export const plainLine = /^[^\p{Cc}\p{Cs}]*$/u;
/** The same, with line breaks and tabs. */
export const plainLines = /^[^\0\p{Cs}]*$/u;
