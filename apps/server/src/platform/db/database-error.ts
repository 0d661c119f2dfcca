/** The SQLSTATE of a driver's error, or its socket code (`ECONNRESET` …). */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

const lostMessage =
  /Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|Query read timeout|server closed the connection/i;

/** The connection went away, or could not be had: nothing is known about a statement that was under way. */
export function isConnectionLoss(error: unknown): boolean {
  const code = errorCode(error);
  if (code !== undefined && /^(08...|57P0[1-5]|53300|E[A-Z]+)$/.test(code)) return true;
  return error instanceof Error && lostMessage.test(error.message);
}

/** Somebody else holds what it wanted, or wanted what it holds: its transaction is undone and may be tried again as a whole. */
export function isLockRefused(error: unknown): boolean {
  return ['40P01', '55P03'].includes(errorCode(error) ?? '');
}

/** The transaction lost against another one and may be tried again as a whole. */
export function isRetryable(error: unknown): boolean {
  return errorCode(error) === '40001' || isLockRefused(error) || isConnectionLoss(error);
}

/** A unique key refused the row; `constraint` narrows it down to one key. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (errorCode(error) !== '23505') return false;
  return (
    constraint === undefined ||
    (error instanceof Error && 'constraint' in error && error.constraint === constraint)
  );
}

/** A CHECK refused the row; `constraint` narrows it down to one. */
export function isCheckViolation(error: unknown, constraint?: string): boolean {
  if (errorCode(error) !== '23514') return false;
  return (
    constraint === undefined ||
    (error instanceof Error && 'constraint' in error && error.constraint === constraint)
  );
}
