import type { Socket } from 'node:net';
import { FastRequest, readFastHead } from '#fast-request.ts';
import { FastResponse, type ResponseOwner } from '#fast-response.ts';

/** The fast path of a server: requests that come whole, read with a fifth of the work. */
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
  readonly closeAll: () => void;
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
const piecesMax = 8;

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
    closeAll: () => {
      for (const connection of connections) connection.destroy();
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
  #isAdvancing = false;
  /** It has brought a request. */
  #isKept = false;
  /** The client has ended its side. */
  #isEnded = false;
  /** Node reads the rest, once every response is sent. */
  #isLeaving = false;
  /** The last request is taken: more would not be answered. */
  #isDone = false;
  /** Checks since the client began to send something. */
  #quietChecks = 0;

  constructor(socket: Socket, options: Options, left: () => void) {
    this.#socket = socket;
    this.#options = options;
    this.#left = left;
    this.keepAliveSeconds = Math.floor(options.keepAliveTimeoutMs / 1_000);
    socket.on('data', this.#onData).on('end', this.#onEnd).on('drain', this.send);
    socket.on('error', this.destroy).on('close', left);
  }

  readonly destroy = (): void => {
    this.#socket.destroy();
  };

  /** Sends the responses whose turn has come, and takes the requests that waited for that. */
  readonly send = (): void => {
    // A handler may answer at once, while its request is being taken.
    if (this.#isAdvancing) return;
    this.#isAdvancing = true;
    do this.#sendWhole();
    while (this.#takeNext());
    this.#isAdvancing = false;
    if (this.#due.length === 0 && this.#isEnded) this.#hangUp();
    else if (this.#due.length === 0 && this.#isLeaving) this.#leave();
    else if (this.#unread && (this.#isLeaving || this.#isFull())) this.#socket.pause();
    else this.#socket.resume();
  };

  readonly leaveToNode = ({ bytes }: FastRequest): void => {
    this.#due.pop();
    this.#unread = this.#unread ? Buffer.concat([bytes, this.#unread.subarray(this.#offset)]) : bytes;
    this.#offset = 0;
    this.#isLeaving = true;
    this.send();
  };

  check(): void {
    if (this.#due.length > 0) return;
    this.#quietChecks += 1;
    const quietMs = this.#quietChecks * this.#options.checkingIntervalMs;
    if (!this.#isKept || this.#unread) {
      if (this.#quietChecks > 1) this.#leave();
    } else if (quietMs > this.#options.keepAliveTimeoutMs) this.destroy();
  }

  closeIdle(): void {
    if (this.#due.length > 0) return;
    if (this.#unread) this.#leave();
    else this.destroy();
  }

  readonly #onData = (bytes: Buffer): void => {
    if (this.#isDone) return;
    if (this.#unread === undefined) this.#quietChecks = 0;
    this.#pieces += 1;
    this.#unread = this.#unread ? Buffer.concat([this.#unread.subarray(this.#offset), bytes]) : bytes;
    this.#offset = 0;
    this.send();
  };

  readonly #onEnd = (): void => {
    this.#isEnded = true;
    this.send();
  };

  #sendWhole(): void {
    while (this.#due[0]?.whole) {
      const response = this.#due.shift();
      if (response?.whole) this.#socket.write(response.whole.text, response.whole.encoding);
      if (response?.isLast) {
        this.#isDone = true;
        this.#unread = undefined;
        this.#due.length = 0;
        this.#socket.destroySoon();
      }
    }
  }

  /** False where there is nothing to take, or no room for it. */
  #takeNext(): boolean {
    const bytes = this.#unread;
    if (bytes === undefined || this.#isLeaving || this.#isFull()) return false;
    const start = this.#offset;
    const head = readFastHead(bytes, start);
    if (head === 'part' && this.#pieces < piecesMax) return false;
    if (typeof head === 'string') return this.#giveUp();
    const request = new FastRequest(head, bytes, start, this.#socket);
    const response = new FastResponse(this, head.isLast);
    this.#due.push(response);
    this.#offset = head.bodyEnd;
    if (!this.#options.fastPath.take(request, response)) {
      this.#due.pop();
      this.#offset = start;
      return this.#giveUp();
    }
    this.#isKept = true;
    this.#pieces = 0;
    if (this.#offset === bytes.length || head.isLast) this.#unread = undefined;
    this.#isDone = head.isLast;
    return true;
  }

  #giveUp(): false {
    this.#isLeaving = true;
    return false;
  }

  /** Enough is under way, or the client does not read its responses. */
  #isFull(): boolean {
    return this.#due.length >= this.#options.fastPath.pipelined || this.#socket.writableNeedDrain;
  }

  /** The client sends no more. What it has begun cannot become a request. */
  #hangUp(): void {
    if (this.#unread) this.#socket.write('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
    this.#unread = undefined;
    this.#socket.destroySoon();
  }

  #leave(): void {
    const socket = this.#socket;
    // Its error may still be on its way to the listener.
    if (socket.destroyed) return;
    socket.off('data', this.#onData).off('end', this.#onEnd).off('drain', this.send);
    socket.off('error', this.destroy).off('close', this.#left);
    this.#left();
    // It flows again when Node has its listeners.
    socket.pause();
    if (this.#unread) socket.unshift(this.#unread.subarray(this.#offset));
    this.#options.toNode(socket);
    socket.resume();
  }
}
