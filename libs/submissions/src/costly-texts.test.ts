import { isEmailAddress } from '@inlet/contracts/email-address';
import { compileOriginRule, normaliseOrigin, requestOrigin } from '@inlet/contracts/origins';
import { foldText, matchesQuery, parseQuery } from '@inlet/contracts/search-query';
import { emailSchema } from '@inlet/contracts/sessions';
import { escapeHtml, normalizeText } from '@inlet/contracts/text';
import { type TextReader, tooCostly } from '@inlet/testing/costly-texts';
import { expect, it } from 'vitest';
import { indexedText } from '#indexed-text.ts';
import { parseData } from '#parse-data.ts';
import { excerptOf, matchFields } from '#people/match-fields.ts';
import { isTheirs, namesAddress } from '#people/match-texts.ts';
import { matchAddress, matchAddresses } from '#people/matcher.ts';
import { unescapeJson } from '#unescape-json.ts';

const ofOne = matchAddress('ada@example.com');
const ofHashes = matchAddresses((address) => address === 'ada@example.com');
const signs = matchAddress(`${'!'.repeat(200)}@${'a-'.repeat(20)}a`);
const admits = compileOriginRule(['https://a.example', 'https://*.b.example']);
/** Characters of a search. */
const searchMax = 200;
const inField = (text: string) => JSON.stringify({ message: text });

const readers: Readonly<Record<string, TextReader>> = {
  isEmailAddress,
  emailSchema: (text) => emailSchema.safeParse(text),
  normaliseOrigin,
  compileOriginRule: (text) => admits(text),
  requestOrigin: (text) => requestOrigin({ referer: `https://a.example/${text}` }),
  normalizeText: (text) => normalizeText(text, 'NFKC'),
  foldText,
  parseQuery: (text) => parseQuery(text.slice(0, searchMax)),
  matchesQuery: (text) => matchesQuery([{ text: 'nothing' }], { message: text }),
  escapeHtml,
  parseData: (text) => parseData(inField(text)),
  indexedText,
  unescapeJson: (text) => unescapeJson(inField(text)),
  'unescapeJson of any text': unescapeJson,
  'matchAddress: fields': (text) => matchFields(inField(text), ofOne),
  'matchAddress: name of a field': (text) => matchFields(JSON.stringify({ [text]: 1 }), ofOne),
  'matchAddress: text': (text) => namesAddress(text, ofOne),
  'matchAddress of signs': (text) => signs.positionsIn(text),
  'matchAddresses: fields': (text) => matchFields(inField(text), ofHashes),
  'matchAddresses: text': (text) => namesAddress(text, ofHashes),
  'matchAddresses: no JSON': (text) => isTheirs({ json: text, subject: text, replyTo: text }, ofHashes),
  excerptOf: (text) => excerptOf(text, 500),
};

it.each(Object.entries(readers))('%s reads costly texts in time', async (_name, read) => {
  expect(await tooCostly(read)).toBeNull();
});
