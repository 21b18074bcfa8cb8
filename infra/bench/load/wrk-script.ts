/** The requests that a load repeats, without the target's address. */
export type RequestMix = {
  /** Paths and bodies are paired by position, and the shorter list is repeated. */
  paths: readonly string[];
  bodies: readonly string[];
  headers: Readonly<Record<string, string>>;
};

export type Load = {
  /** The target of the connections, such as `http://127.0.0.1:8081`. */
  target: string;
  requests: RequestMix;
  connections: number;
  seconds: number;
  /** The average pause of a connection between a response and its next request. */
  pauseMs?: number;
};

/** Placeholder in a body for the number of the request: no two visitors send the same text. */
export const numberMark = '00000000';

/** Marks the output line of wrk that this script writes. */
export const resultMark = 'BENCH ';

/** The Lua program that makes wrk send a load and report the result as one line of JSON. */
export function wrkScript(load: Load): string {
  return [requests(load.requests), pause(load.pauseMs), done].filter(Boolean).join('\n');
}

// wrk formats each request once; the script inserts a number between its two halves.
function requests({ paths, bodies, headers }: RequestMix): string {
  const count = Math.max(paths.length, bodies.length);
  const common = Object.entries(headers).map(([name, value]) => `[${text(name)}] = ${text(value)}`);
  return `wrk.method = 'POST'
wrk.headers = { ${common.join(', ')} }
local paths = ${list(paths)}
local bodies = ${list(bodies)}
local heads, tails = {}, {}
local sent = 0
function init()
  math.randomseed(os.time())
  sent = math.random(0, 50000000)
  for i = 0, ${count} - 1 do
    local formatted = wrk.format(nil, paths[i % #paths + 1], nil, bodies[i % #bodies + 1])
    local from, to = formatted:find('${numberMark}', 1, true)
    heads[i] = from and formatted:sub(1, from - 1) or formatted
    tails[i] = from and formatted:sub(to + 1)
  end
end
function request()
  sent = sent + 1
  local i = sent % ${count}
  return tails[i] and heads[i] .. string.format('%08d', sent) .. tails[i] or heads[i]
end`;
}

// Evenly distributed from zero to twice the average: connections with equal pauses would send in lockstep.
function pause(pauseMs: number | undefined): string {
  if (pauseMs === undefined) return '';
  return `function delay()\n  return math.random(0, ${Math.round(2 * pauseMs)})\nend`;
}

const done = `function done(summary, latency)
  local e = summary.errors
  io.write(string.format(
    '${resultMark}{"requests":%d,"durationUs":%d,"p50Us":%d,"p99Us":%d,"errors":%d}\\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    e.connect + e.read + e.write + e.status + e.timeout))
end`;

function list(items: readonly string[]): string {
  return `{ ${items.map(text).join(', ')} }`;
}

/** A Lua string with the same bytes: special characters are escaped by number. */
function text(value: string): string {
  const bytes = Buffer.from(value, 'utf8');
  const written = Array.from(bytes, (byte) => {
    const isPlain = byte >= 0x20 && byte < 0x7f && byte !== 0x27 && byte !== 0x5c;
    return isPlain ? String.fromCharCode(byte) : `\\${String(byte).padStart(3, '0')}`;
  });
  return `'${written.join('')}'`;
}
