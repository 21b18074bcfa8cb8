import { IncomingMessage } from 'node:http';

/** Where a body goes that is taken directly. */
export interface BodyTaker {
  readonly take: (bytes: Buffer) => void;
  /** Nothing more comes: the body is whole, or its connection broke. */
  readonly over: (isWhole: boolean) => void;
}

const nobody: BodyTaker = { take: () => undefined, over: () => undefined };

/**
 * A request whose body can be taken as it comes off the wire. As a stream it passes a buffer, four events and as many
 * turns of the event loop, which is a tenth of what a small submission costs.
 */
export class DirectRequest extends IncomingMessage {
  #taker: BodyTaker | undefined;

  /** From now on the body goes to this taker, also what has come already; it may be asked for once. */
  takeBody(taker: BodyTaker): void {
    for (let bytes = this.read(); bytes !== null; bytes = this.read()) taker.take(bytes);
    this.#taker = taker;
    if (this.complete || this.destroyed) this.#end();
  }

  override push(bytes: Buffer | null, encoding?: BufferEncoding): boolean {
    if (!this.#taker) return super.push(bytes, encoding);
    if (bytes === null) this.#end();
    else this.#taker.take(bytes);
    return true;
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#end();
    super._destroy(error, callback);
  }

  #end(): void {
    const taker = this.#taker;
    if (!taker) return;
    this.#taker = nobody;
    // As Node marks a request without a body: else its connection holds on to it until the next one, which may be a minute.
    if (this.complete) Reflect.set(Reflect.get(this as object, '_readableState'), 'endEmitted', true);
    taker.over(this.complete);
  }
}
