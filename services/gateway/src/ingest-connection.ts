import { connect, type Socket } from 'node:net';
import { type FastAnswer, readFastAnswer } from '#fast-answer.ts';

/** Learns what became of a request. */
export interface Exchange {
  readonly answered: (answer: FastAnswer) => void;
  /** Ingest may have taken the request. It is unanswered where ingest said nothing until the time was over. */
  readonly failed: (isUnanswered: boolean) => void;
}

export interface IngestAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * A write costs more than all else here, so the requests of one turn of the event loop are joined, which copies them. A
 * longer body is written as it is.
 */
const joinedBytesMax = 16_384;

/** How long it waits, in checks. */
export interface Patience {
  readonly connectChecks: number;
  /** For an answer, or for the next request. */
  readonly quietChecks: number;
}

/** One connection to ingest. It opens when it is needed, and its requests are answered in their order. */
export class IngestConnection {
  readonly #address: IngestAddress;
  readonly #patience: Patience;
  /** Of the requests without an answer, in their order. */
  readonly #exchanges: Exchange[] = [];
  #socket: Socket | undefined;
  /** Requests that are joined. */
  #unsent = '';
  /** The beginning of the next answer. */
  #unread: Buffer | undefined;
  /** Checks since it began to wait. */
  #quietChecks = 0;

  constructor(address: IngestAddress, patience: Patience) {
    this.#address = address;
    this.#patience = patience;
  }

  /** Requests without an answer. */
  get underWay(): number {
    return this.#exchanges.length;
  }

  get isOpen(): boolean {
    return this.#socket !== undefined;
  }

  /** The head is Latin-1. */
  send(head: string, body: Buffer, exchange: Exchange): void {
    this.#socket ??= this.#open();
    if (this.#exchanges.length === 0) this.#quietChecks = 0;
    this.#exchanges.push(exchange);
    if (this.#unsent === '') setImmediate(this.#flush);
    this.#unsent += head;
    if (body.length <= joinedBytesMax) this.#unsent += body.toString('latin1');
    else {
      this.#flush();
      this.#socket.write(body);
    }
  }

  check(): void {
    this.#quietChecks += 1;
    const { connectChecks, quietChecks } = this.#patience;
    if (this.#quietChecks > quietChecks) this.close(true);
    else if (this.#socket?.connecting && this.#quietChecks > connectChecks) this.close();
  }

  /** Every request without an answer fails. Ingest was silent to the first only: it may not have read the others yet. */
  close(isSilent = false): void {
    this.#socket?.destroy();
    this.#socket = undefined;
    this.#unsent = '';
    this.#unread = undefined;
    for (const [index, exchange] of this.#exchanges.splice(0).entries()) exchange.failed(isSilent && index === 0);
  }

  #open(): Socket {
    const socket = connect({ ...this.#address, noDelay: true, keepAlive: true });
    const lost = () => {
      if (this.#socket === socket) this.close();
    };
    return socket
      .on('data', this.#onData)
      .on('error', () => undefined)
      .on('end', lost)
      .on('close', lost);
  }

  readonly #flush = (): void => {
    if (this.#unsent !== '') this.#socket?.write(this.#unsent, 'latin1');
    this.#unsent = '';
  };

  readonly #onData = (piece: Buffer): void => {
    const bytes = this.#unread ? Buffer.concat([this.#unread, piece]) : piece;
    const answers: { exchange: Exchange; answer: FastAnswer }[] = [];
    let offset = 0;
    let isOver = false;
    while (!isOver && offset < bytes.length) {
      const answer = readFastAnswer(bytes, offset);
      if (answer === 'part') break;
      const exchange = answer === 'other' ? undefined : this.#exchanges.shift();
      // An answer without a request is not trusted.
      if (answer === 'other' || !exchange) isOver = true;
      else {
        answers.push({ exchange, answer });
        offset = answer.end;
        isOver = answer.isLast;
      }
    }
    this.#unread = offset < bytes.length ? bytes.subarray(offset) : undefined;
    if (answers.length > 0) this.#quietChecks = 0;
    if (isOver) this.close();
    // They may bring the next requests.
    for (const { exchange, answer } of answers) exchange.answered(answer);
  };
}
