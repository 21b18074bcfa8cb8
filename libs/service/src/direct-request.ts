import { IncomingMessage } from 'node:http';
import { ByteBuffer } from '#byte-buffer.ts';

/** A receiver of a body. */
export interface BodyTaker {
  readonly take: (bytes: Buffer) => void;
  /** The body is complete, or its connection broke. */
  readonly over: (isWhole: boolean) => void;
}

/** A piece of this size costs less to pass on than to copy. */
const largePieceBytes = 4_096;

/** Pieces after which other connections are served: a client may send a hundred thousand of them at once. */
const piecesPerTurn = 4_096;

const nobody: BodyTaker = { take: () => undefined, over: () => undefined };

/**
 * A request whose body can be taken as it comes off the wire. As a stream it passes a buffer, four events and as many
 * turns of the event loop, which is a tenth of what a small submission costs.
 *
 * As a stream it hands on in one piece what came in one read from the socket. A client may send each byte as a chunk of
 * its own, ten thousand of them in one read, and each would cost the reader of the stream as much as a whole body.
 */
export class DirectRequest extends IncomingMessage {
  #taker: BodyTaker | undefined;
  /** Bytes that have arrived and are not in the stream yet. */
  #gathered: ByteBuffer | undefined;
  /** Bytes of a body that the stream gets in one piece, in however many reads they come. */
  #gatherMaxBytes = 0;
  #isHandingOn = false;
  #pieces = 0;
  /** Those whose request is not whole yet; this one leaves when it is, so that nobody keeps it alive beyond. */
  incomplete: Map<DirectRequest, unknown> | undefined;

  /** From now on the body goes to this taker, also what has come already; it may be asked for once. */
  takeBody(taker: BodyTaker): void {
    this.#handOn();
    for (let bytes = this.read(); bytes !== null; bytes = this.read()) taker.take(bytes);
    this.#taker = taker;
    if (this.complete || this.destroyed) this.#end();
  }

  /** The stream gets a body of at most so many bytes in one piece, once it is whole; a longer one comes as it is read. */
  gatherBody(maxBytes: number): void {
    this.#gatherMaxBytes = maxBytes;
  }

  stream(): this {
    return this;
  }

  override push(bytes: Buffer | null, encoding?: BufferEncoding): boolean {
    if (bytes === null) this.incomplete?.delete(this);
    if (this.#taker) {
      if (bytes === null) this.#end();
      else this.#taker.take(bytes);
      return this.#mayGoOn();
    }
    if (bytes === null) {
      this.#handOn();
      return super.push(bytes, encoding);
    }
    const isLarge = bytes.length >= largePieceBytes && this.#gatherMaxBytes === 0;
    return isLarge && this.#gathered === undefined ? super.push(bytes, encoding) : this.#gather(bytes);
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#gathered = undefined;
    this.incomplete?.delete(this);
    this.#end();
    super._destroy(error, callback);
  }

  /** False asks the socket to wait, as the stream itself would. */
  #gather(bytes: Buffer): boolean {
    const enough = this.readableHighWaterMark;
    this.#gathered ??= new ByteBuffer(Math.max(this.#gatherMaxBytes, enough));
    this.#gathered.add(bytes);
    if (this.#gathered.length <= this.#gatherMaxBytes) return this.#mayGoOn();
    this.#gatherMaxBytes = 0;
    if (!this.#isHandingOn) {
      this.#isHandingOn = true;
      // Runs when everything of this read has been pushed.
      setImmediate(() => this.#handOn());
    }
    return this.readableLength + this.#gathered.length < enough;
  }

  /** False asks the socket to wait; it is read again in the next turn of the event loop. */
  #mayGoOn(): boolean {
    this.#pieces += 1;
    if (this.#pieces % piecesPerTurn !== 0) return true;
    setImmediate(() => this._read(0));
    return false;
  }

  #handOn(): void {
    const gathered = this.#gathered;
    this.#gathered = undefined;
    this.#isHandingOn = false;
    if (gathered && !super.push(gathered.takeAll())) this.socket.pause();
  }

  #end(): void {
    const taker = this.#taker;
    if (!taker) return;
    this.#taker = nobody;
    // As Node marks a request without a body: else its connection holds on to it until the next one, which may be a
    // minute.
    if (this.complete) Reflect.set(Reflect.get(this as object, '_readableState'), 'endEmitted', true);
    taker.over(this.complete);
  }
}
