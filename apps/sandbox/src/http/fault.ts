/** A refusal that is meant for the caller: mapped to `{error:{code,message}}` with the given status. */
export class Fault extends Error {
  readonly statusCode: number;
  readonly code: string;
  constructor(statusCode: number, code: string, message: string) {
    super(message);
    this.name = 'Fault';
    this.statusCode = statusCode;
    this.code = code;
  }
}
