/** Bytes that the first copy makes room for: a form's body with something to spare. */
const smallestRoom = 16_384;

/**
 * Collects the pieces of a body in one buffer that doubles when it is full. A one-byte piece takes some 500
 * bytes as a buffer of its own, and at most two when it is copied. A single piece is kept as it is.
 */
export class ByteBuffer {
  readonly #maxBytes: number;
  #bytes: Buffer | undefined;
  #length = 0;

  /** `maxBytes` is as much as will ever come; more room than that is never made. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get length(): number {
    return this.#length;
  }

  add(piece: Buffer): void {
    const start = this.#length;
    this.#length += piece.length;
    if (this.#bytes === undefined) {
      this.#bytes = piece;
      return;
    }
    if (this.#length > this.#bytes.length) this.#bytes = this.#grow(this.#bytes.subarray(0, start));
    this.#bytes.set(piece, start);
  }

  /** Everything that was added; the buffer is empty again afterwards. */
  takeAll(): Buffer {
    const bytes = this.#bytes ?? Buffer.alloc(0);
    const whole = bytes.length === this.#length ? bytes : bytes.subarray(0, this.#length);
    this.#bytes = undefined;
    this.#length = 0;
    return whole;
  }

  #grow(bytes: Buffer): Buffer {
    const wanted = Math.min(Math.max(this.#length * 2, smallestRoom), this.#maxBytes);
    const grown = Buffer.allocUnsafeSlow(Math.max(wanted, this.#length));
    grown.set(bytes);
    return grown;
  }
}
