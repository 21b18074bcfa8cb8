import { type Counts, classify, type Model } from '@inlet/spam/classify';
import { rememberDuplicates } from '@inlet/spam/duplicates';
import { localReasons } from '@inlet/spam/local-checks';
import { textsOf } from '@inlet/spam/texts-of';
import { type Token, tokensOf } from '@inlet/spam/tokens';
import { judge } from '@inlet/spam/verdict';
import { median } from '#measure/median.ts';
import type { Row } from '#report/row.ts';
import { inRounds, type Part, type Scene } from '#scene.ts';

const LOCAL_MICROSECONDS = 5;
const LEARNED_MICROSECONDS = 35;
const TIMES = 20_000;
/** What contact forms bring: 0.1 to 1 kB, most of it short. */
const SIZES = [100, 150, 200, 300, 400, 600, 1_000];
const THRESHOLD = 0.99;
const userId = 'account';

/** What the worker's checks for spam take of its processor for each submission. The database is not asked. */
export const spam: Part = async (scene) => {
  const model = { learned: { spam: 1_500, good: 2_000 }, countsOf: countsOfTexts() };
  return [
    await row(scene, 'Local checks for spam, no marks', LOCAL_MICROSECONDS),
    await row(scene, 'Local checks for spam and a filter with 3,500 marks', LEARNED_MICROSECONDS, model),
  ];
};

async function row(scene: Scene, what: string, mostMicroseconds: number, model?: Model): Promise<Row> {
  const bodies = differentBodies();
  const rounds = await inRounds(scene, what, async () => {
    // The first time is for the compiler, and with a memory of its own: the second one is to find no duplicates.
    const [warm, check] = [createCheck(model), createCheck(model)];
    for (const [at, json] of bodies.entries()) warm(json, at);
    const before = process.cpuUsage();
    for (const [at, json] of bodies.entries()) check(json, at);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / bodies.length;
  });
  const each = median(rounds);
  const target = { says: `≤ ${mostMicroseconds} µs`, isMet: each <= mostMicroseconds };
  return { what, figure: `${each.toFixed(1)} µs a submission`, errors: 0, target };
}

function createCheck(model: Model | undefined) {
  const duplicates = rememberDuplicates();
  return (json: string, at: number) => {
    const texts = textsOf(json);
    const reasons = localReasons(texts, duplicates.count(userId, { id: String(at), json }, at));
    const learned = model ? [{ name: 'learned', points: classify(tokensOf(texts), model) } as const] : [];
    judge([...reasons, ...learned], THRESHOLD);
  };
}

/** No two are the same, or all but the first would be duplicates. */
function differentBodies(): string[] {
  return Array.from({ length: TIMES }, (_, at) => {
    const fields = { name: `Ada Lovelace ${at}`, email: 'ada@example.com', message: '' };
    const room = Math.max(0, (SIZES[at % SIZES.length] ?? 0) - JSON.stringify(fields).length);
    return JSON.stringify({ ...fields, message: textOf(at, room) });
  });
}

const vocabulary = [
  'I would like to know whether your workshop in May has places left and what it costs per person with lunch',
  'Could you please send us a quote for twenty chairs four tables delivery before Christmas would be perfect thanks',
  'My order has not arrived yet although it was sent two weeks ago can somebody look into this for me today',
  'Hello we run several shops nearby and want to talk about cooperation next year who should our team contact first',
].flatMap((text) => text.split(' '));

function textOf(seed: number, characters: number): string {
  const words = Array.from(
    { length: Math.ceil(characters / 4) },
    (_, n) => vocabulary[(seed * 31 + n * 17) % vocabulary.length],
  );
  return words.join(' ').slice(0, characters);
}

/** A filter that knows every word of the texts, beside many others. */
function countsOfTexts(): (token: Token) => Counts | undefined {
  const counts = new Map<Token, Counts>();
  const known = Array.from({ length: 200 }, (_, seed) => textOf(seed, 1_000));
  for (const [at, token] of known.flatMap((text) => tokensOf([text])).entries()) {
    counts.set(token, { spam: at % 7, good: (at * 5) % 11 });
  }
  for (let filler = 0; filler < 100_000; filler += 1) counts.set(filler, { spam: 1, good: 0 });
  return (token) => counts.get(token);
}
