import { type PresetKey, presets } from '@inlet/contracts/presets/all-presets';
import { describe, expect, it } from 'vitest';
import { judgeAnswer } from '#judge-answer.ts';

const now = Date.parse('2026-11-23T08:00:00Z');
const success = { state: 'succeeded' };
const failure = { state: 'failed' };
const gone = { state: 'gone' };
const wait = (seconds: number) => ({ state: 'failed', retryAfterMs: seconds * 1_000 });
const script = 'https://script.googleusercontent.com/macros/echo?user_content_key=a';
const discordLimit = '{"message":"You are being rate limited.","retry_after":64.5,"global":false}';
const telegramLimit =
  '{"ok":false,"error_code":429,"description":"Too Many Requests: retry after 14","parameters":{"retry_after":14}}';
const telegramSuccess = '{"ok":true,"result":{"message_id":7,"chat":{"id":1,"type":"private"},"date":1,"text":"a"}}';
const telegramFailure = '{"ok":false,"error_code":400,"description":"Bad Request: chat not found"}';
const teamsFailure =
  'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429 with ContextId a.';
const ntfyLimit =
  '{"code":42901,"http":429,"error":"limit reached: too many requests","link":"https://ntfy.sh/docs/publish/#limitations"}';
const notionLimit = '{"object":"error","status":429,"code":"rate_limited","message":"You have been rate limited."}';
const notionFailure = '{"object":"error","status":404,"code":"object_not_found","message":"Could not find database."}';
const airtableLimit =
  '{"errors":[{"error":"RATE_LIMIT_REACHED","message":"Rate limit exceeded. Please try again later"}]}';
const airtableFailure = '{"error":{"type":"UNKNOWN_FIELD_NAME","message":"Unknown field name: \\"Fields\\""}}';

type Row = readonly [PresetKey, number, string, Readonly<Record<string, string>>, object];

/** Responses that the services document. */
const documented: readonly Row[] = [
  ['webhook', 200, '', {}, success],
  ['webhook', 204, '', {}, success],
  ['webhook', 302, '', { location: script }, failure],
  ['webhook', 400, '', {}, failure],
  ['webhook', 410, '', {}, gone],
  ['webhook', 429, '', { retryAfter: '120' }, wait(120)],
  ['webhook', 503, '', { retryAfter: 'Mon, 23 Nov 2026 08:01:00 GMT' }, wait(60)],
  ['slack', 200, 'ok', {}, success],
  ['slack', 400, 'invalid_payload', {}, failure],
  ['slack', 403, 'action_prohibited', {}, failure],
  ['slack', 404, 'no_service', {}, failure],
  ['slack', 410, 'channel_is_archived', {}, gone],
  ['slack', 429, '{"retry_after":1,"ok":false,"error":"rate_limited"}', { retryAfter: '30' }, wait(30)],
  ['slack', 500, 'rollup_error', {}, failure],
  ['discord', 204, '', {}, success],
  ['discord', 400, '{"message":"Cannot send an empty message","code":50006}', {}, failure],
  ['discord', 404, '{"message":"Unknown Webhook","code":10015}', {}, failure],
  ['discord', 429, discordLimit, { retryAfter: '65' }, wait(64.5)],
  ['telegram', 200, telegramSuccess, {}, success],
  ['telegram', 200, telegramFailure, {}, failure],
  ['telegram', 200, 'not JSON', {}, failure],
  ['telegram', 200, 'null', {}, failure],
  ['telegram', 400, telegramFailure, {}, failure],
  ['telegram', 429, telegramLimit, {}, wait(14)],
  ['teams', 202, '', {}, success],
  ['teams', 200, '1', {}, success],
  ['teams', 200, teamsFailure, {}, failure],
  ['teams', 429, '', { retryAfter: '7' }, wait(7)],
  ['mattermost', 200, 'ok', {}, success],
  ['mattermost', 400, '{"id":"web.incoming_webhook.invalid.app_error","status_code":400}', {}, failure],
  ['mattermost', 429, 'limit exceeded', { retryAfter: '1' }, wait(1)],
  ['ntfy', 200, '{"id":"a","time":1,"event":"message","topic":"t","message":"a"}', {}, success],
  ['ntfy', 403, '{"code":40301,"http":403,"error":"forbidden"}', {}, failure],
  ['ntfy', 429, ntfyLimit, {}, failure],
  ['google_sheets', 302, '', { location: script }, success],
  ['google_sheets', 302, '', { location: 'https://accounts.google.com/ServiceLogin' }, failure],
  ['google_sheets', 302, '', { location: 'https://script.googleusercontent.com.evil.test/' }, failure],
  ['google_sheets', 302, '', { location: '/macros/echo' }, failure],
  ['google_sheets', 302, '', {}, failure],
  ['google_sheets', 200, '<title>Error</title>TypeError: a is undefined (line 3)', {}, failure],
  ['google_sheets', 429, '', {}, failure],
  ['notion', 200, '{"object":"page","id":"a"}', {}, success],
  ['notion', 404, notionFailure, {}, failure],
  ['notion', 429, notionLimit, { retryAfter: '3' }, wait(3)],
  ['airtable', 200, '{"records":[{"id":"rec1"}],"createdRecords":["rec1"],"updatedRecords":[]}', {}, success],
  ['airtable', 422, airtableFailure, {}, failure],
  ['airtable', 429, airtableLimit, {}, wait(30)],
  ['custom', 201, '', {}, success],
  ['custom', 410, '', {}, gone],
];

describe('judgeAnswer', () => {
  it.each(documented)('judges that %s answers %i %s %j as %j', (key, status, body, headers, verdict) => {
    expect(judgeAnswer(presets[key], { status, body, headers }, now)).toEqual(verdict);
  });
});
