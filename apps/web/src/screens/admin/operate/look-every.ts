/** Queues and ages are looked at anew this often while the page is open. */
export const lookEveryMs = 10_000;
