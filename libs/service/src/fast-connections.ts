import { AsyncLocalStorage } from 'node:async_hooks';
import type { Socket } from 'node:net';
import { FastRequest, readFastHead } from '#fast-request.ts';
import { FastResponse, type ResponseOwner } from '#fast-response.ts';

/** The fast path of a server: plain requests that come whole are read without Node's HTTP. */
export interface FastPath {
  /** Handles a request, or answers false: then Node reads it, and all that follows on its connection. */
  readonly take: (request: FastRequest, response: FastResponse) => boolean;
  /** Requests of one connection that may be under way at once. */
  readonly pipelined: number;
}

export interface FastConnections {
  /** Reads a connection until it brings something that Node has to read. */
  readonly open: (socket: Socket) => void;
  /** Ends each connection that waits for a request, and leaves those to Node that have begun one. */
  readonly closeIdle: () => void;
  /** Ends the checks of connections that wait. */
  readonly close: () => void;
}

interface Options {
  readonly fastPath: FastPath;
  readonly keepAliveTimeoutMs: number;
  readonly checkingIntervalMs: number;
  /** Reads a connection as Node does. What was read of it is in front of its stream again. */
  readonly toNode: (socket: Socket) => void;
}

/** Reads of a request that comes in pieces; Node reads those of clients that send byte by byte. */
const piecesMax = 16;

/** A response may be sent from within what is traced for its request. The next requests do not belong there. */
const outside = AsyncLocalStorage.snapshot();

export function createFastConnections(options: Options): FastConnections {
  const connections = new Set<FastConnection>();
  const timer = setInterval(() => {
    for (const connection of connections) connection.check();
  }, options.checkingIntervalMs).unref();
  return {
    open: (socket) => {
      const connection = new FastConnection(socket, options, () => connections.delete(connection));
      connections.add(connection);
    },
    closeIdle: () => {
      for (const connection of connections) connection.closeIdle();
    },
    close: () => clearInterval(timer),
  };
}

/** One connection, as long as everything on it is read here. */
class FastConnection implements ResponseOwner {
  readonly #socket: Socket;
  readonly #options: Options;
  readonly #left: () => void;
  readonly keepAliveSeconds: number;
  /** Responses in the order of their requests. */
  readonly #due: FastResponse[] = [];
  /** Bytes that were not read yet, from the offset on. */
  #unread: Buffer | undefined;
  #offset = 0;
  /** Reads that the next request has taken so far. */
  #pieces = 0;
  /** The unread bytes are no whole request. */
  #isPart = false;
  #isAdvancing = false;
  /** It has brought a request. */
  #isKept = false;
  /** The client has ended its side. */
  #isEnded = false;
  /** Node reads the rest, once every response is sent. */
  #isLeaving = false;
  /** The last request is taken: more would not be answered. */
  #isDone = false;
  /** It has its last response, or is Node's. */
  #isOver = false;
  /** Checks since it began to wait, for a request or for the rest of one. */
  #quietChecks = 0;

  constructor(socket: Socket, options: Options, left: () => void) {
    this.#socket = socket;
    this.#options = options;
    this.#left = left;
    this.keepAliveSeconds = Math.floor(options.keepAliveTimeoutMs / 1_000);
    socket.on('data', this.#onData).on('end', this.#onEnd).on('drain', this.#advance);
    socket.on('error', this.destroy).on('close', left);
  }

  readonly destroy = (): void => {
    this.#socket.destroy();
  };

  readonly send = (): void => outside(this.#advance);

  /** Of one that the client has ended, Node would send no response either. */
  readonly leaveToNode = ({ bytes }: FastRequest): void => {
    if (this.#isEnded) this.destroy();
    this.#due.pop();
    this.#unread = this.#unread ? Buffer.concat([bytes, this.#unread.subarray(this.#offset)]) : bytes;
    this.#offset = 0;
    this.#isLeaving = true;
    this.send();
  };

  check(): void {
    if (this.#due.length > 0) return;
    this.#quietChecks += 1;
    const { keepAliveTimeoutMs, checkingIntervalMs } = this.#options;
    if (!this.#isKept || this.#unread) {
      if (this.#quietChecks > 1) this.#leave();
      // The first check may come at once, so one more makes up for it.
    } else if ((this.#quietChecks - 1) * checkingIntervalMs > keepAliveTimeoutMs) this.destroy();
  }

  closeIdle(): void {
    if (this.#due.length > 0) return;
    if (this.#unread) this.#leave();
    else this.destroy();
  }

  /** Sends the responses whose turn has come, and takes the requests that waited for that. */
  readonly #advance = (): void => {
    // A handler may answer at once, while its request is being taken.
    if (this.#isAdvancing || this.#isOver) return;
    this.#isAdvancing = true;
    try {
      do this.#sendWhole();
      while (this.#takeNext());
    } finally {
      this.#isAdvancing = false;
    }
    if (this.#isOver) this.#socket.resume();
    else if (this.#due.length === 0 && this.#isEnded) this.#hangUp();
    else if (this.#due.length === 0 && this.#isLeaving) this.#leave();
    else if (this.#unread && (this.#isLeaving || this.#isFull())) this.#socket.pause();
    else this.#socket.resume();
  };

  readonly #onData = (bytes: Buffer): void => {
    if (this.#isDone || this.#isOver) return;
    // Line breaks before a request are no request: a client that sends them alone is as quiet as a silent one.
    if (this.#unread === undefined && !isLineBreak(bytes[0])) this.#quietChecks = 0;
    this.#pieces += 1;
    this.#unread = this.#unread ? Buffer.concat([this.#unread.subarray(this.#offset), bytes]) : bytes;
    this.#offset = 0;
    this.#isPart = false;
    this.#advance();
  };

  readonly #onEnd = (): void => {
    this.#isEnded = true;
    this.#advance();
  };

  #sendWhole(): void {
    while (this.#due[0]?.whole) {
      const response = this.#due.shift();
      if (response?.whole) this.#socket.write(response.whole.text, response.whole.encoding);
      if (response?.isLast) {
        this.#isOver = true;
        this.#due.length = 0;
        this.#socket.destroySoon();
      }
    }
  }

  /** False where there is nothing to take, or no room for it. */
  #takeNext(): boolean {
    const bytes = this.#unread;
    if (bytes === undefined || this.#isOver || this.#isLeaving || this.#isPart) return false;
    if (this.#isFull() || this.#socket.destroyed) return false;
    const start = afterLineBreaks(bytes, this.#offset);
    this.#offset = start;
    if (start === bytes.length) {
      this.#unread = undefined;
      return false;
    }
    const head = readFastHead(bytes, start);
    if (head === 'part' && this.#pieces < piecesMax) {
      this.#isPart = true;
      return false;
    }
    if (typeof head === 'string') {
      this.#isLeaving = true;
      return false;
    }
    const request = new FastRequest(head, bytes, start, this.#socket);
    const response = new FastResponse(this, head.isLast);
    this.#due.push(response);
    this.#offset = head.bodyEnd;
    if (!this.#options.fastPath.take(request, response)) {
      this.#due.pop();
      this.#offset = start;
      this.#isLeaving = true;
    }
    // It may have been given back at once.
    if (this.#isLeaving) return false;
    this.#isKept = true;
    this.#isDone = head.isLast;
    this.#pieces = 0;
    this.#quietChecks = 0;
    if (this.#offset === bytes.length || head.isLast) this.#unread = undefined;
    return true;
  }

  /** Enough is under way, or the client does not read its responses. */
  #isFull(): boolean {
    return this.#due.length >= this.#options.fastPath.pipelined || this.#socket.writableNeedDrain;
  }

  /** The client sends no more. What it has begun cannot become a request. */
  #hangUp(): void {
    this.#isOver = true;
    if (this.#isPart) this.#socket.write('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
    this.#socket.destroySoon();
  }

  #leave(): void {
    const socket = this.#socket;
    // Its error may still be on its way to the listener.
    if (this.#isOver || socket.destroyed) return;
    this.#isOver = true;
    socket.off('data', this.#onData).off('end', this.#onEnd).off('drain', this.#advance);
    socket.off('error', this.destroy).off('close', this.#left);
    this.#left();
    // It flows again when Node has its listeners.
    socket.pause();
    if (this.#unread) socket.unshift(this.#unread.subarray(this.#offset));
    this.#options.toNode(socket);
    socket.resume();
  }
}

const lineBreaks: readonly (number | undefined)[] = ['\r', '\n'].map((text) => text.charCodeAt(0));
const isLineBreak = (byte: number | undefined) => lineBreaks.includes(byte);

/** Some clients end a body with a line break that is no part of it. Node passes over it too. */
function afterLineBreaks(bytes: Buffer, offset: number): number {
  let start = offset;
  while (isLineBreak(bytes[start])) start += 1;
  return start;
}
