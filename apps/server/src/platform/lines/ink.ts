/** A block is handed on as one piece: to a file, or to what deflates it. */
const blockBytes = 256 * 1024;
/** To copy so few costs less than to ask for it. */
const fewBytes = 12;

/** Bytes of a page as they are written, in blocks, so that none of them is copied when there are more. */
export class Ink {
  /** The block that is written to, and how far. */
  bytes: Buffer = Buffer.alloc(0);
  at = 0;
  #full: Buffer[] = [];
  #kept = 0;

  /** Begins a row: so many bytes can be written to the block, whatever is written by `write` in between. */
  begin(count: number): void {
    this.#kept = count;
    this.#need(count);
  }

  /** What is short, and counted by who began the row. */
  put(from: Uint8Array): void {
    const { at, bytes } = this;
    if (from.length > fewBytes) bytes.set(from, at);
    else for (let index = 0; index < from.length; index += 1) bytes[at + index] = from[index] as number;
    this.at = at + from.length;
  }

  /** What is as long as it is. */
  write(text: string): void {
    this.#need(text.length * 3 + this.#kept);
    this.at += this.bytes.write(text, this.at);
  }

  /** The blocks that are full, once. */
  takeFull(): readonly Buffer[] {
    const full = this.#full;
    this.#full = [];
    return full;
  }

  /** What the last block holds. */
  rest(): Buffer {
    return this.bytes.subarray(0, this.at);
  }

  #need(count: number): void {
    if (this.at + count <= this.bytes.length) return;
    if (this.at > 0) this.#full.push(this.bytes.subarray(0, this.at));
    this.bytes = Buffer.allocUnsafeSlow(Math.max(blockBytes, count));
    this.at = 0;
  }
}
