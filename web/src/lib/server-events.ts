/** One event of a stream. `data` is null for a block of comments. */
export interface ServerEvent {
  readonly name: string;
  readonly data: string | null;
}

/** Parses a stream of server-sent events, however its bytes are split into chunks. */
export async function* readServerEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<readonly ServerEvent[]> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      yield blocks.map(parseBlock);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function parseBlock(block: string): ServerEvent {
  let name = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [field, value] = fieldOf(line);
    if (field === 'event') name = value;
    if (field === 'data') data.push(value);
  }
  return { name, data: data.length > 0 ? data.join('\n') : null };
}

/** A line that begins with a colon is a comment, whose field has no name. */
function fieldOf(line: string): readonly [field: string, value: string] {
  const colon = line.indexOf(':');
  if (colon === -1) return [line, ''];
  const value = line.slice(colon + 1);
  return [line.slice(0, colon), value.startsWith(' ') ? value.slice(1) : value];
}
