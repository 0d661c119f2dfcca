/** Shown by the client alone for any other HTTP status; the server never sends it (specification §8). */
export const clientErrorCode = 111;
