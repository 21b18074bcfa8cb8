import { describe, expect, it } from 'vitest';
import { decodeBody, encodingOf } from '#decode-body.ts';

const western = Buffer.from('größe €', 'latin1');
const page = (head: string) => Buffer.concat([Buffer.from(head), western]);

describe('the encoding of a body', () => {
  it.each<[string, Buffer, string?]>([
    ['windows-1252', western, 'text/html; charset=windows-1252'],
    ['windows-1252', western, 'text/html;CharSet = "ISO-8859-1"; a=b'],
    ['shift_jis', western, 'text/html; charset=sjis'],
    ['windows-1252', page('<!doctype html><META charset=latin1>')],
    ['windows-1252', page(`<meta content='text/html; charset=windows-1252' http-equiv="Content-Type">`), 'text/html'],
    ['koi8-r', page('<!-- <meta charset="latin1"> --><head><meta name=a><meta  charset="koi8-r" />')],
    ['utf-8', page('<meta charset="latin1">'), 'text/html; charset=utf-8'],
    ['utf-8', page('\ufeff<meta charset="latin1">'), 'text/html; charset=latin1'],
    ['utf-16le', Buffer.from('\ufeffa', 'utf16le'), 'text/html; charset=utf-8'],
    ['utf-16be', Buffer.from('\ufeffa', 'utf16le').swap16()],
    ['utf-8', page('<meta charset="utf-16">')],
    ['utf-8', page('<meta charset="klingon">')],
    ['utf-8', page('<meta charset="latin1">'), 'text/html; charset=klingon'],
    ['utf-8', page(`${' '.repeat(1_010)}<meta charset="latin1">`)],
    ['utf-8', page('<p data-charset=latin1>')],
    ['utf-8', page('<meta name=a data-charset="latin1">')],
    ['koi8-r', page('<meta data-charset="latin1" charset="koi8-r">')],
    ['windows-1252', page('<meta content="text/html;charset=latin1">')],
    ['windows-1252', page('<meta name="a"charset=latin1>')],
    ['windows-1252', page('<meta charset="latin1">'), 'Application/XHTML+XML ; a=b'],
    ['windows-1252', page('<meta charset="latin1">'), ';a=b'],
    ['utf-8', page('<meta charset="latin1">'), 'application/json'],
    ['utf-8', page('<meta charset="latin1">'), 'text/plain'],
    ['utf-8', Buffer.alloc(0)],
  ])('is %s', (encoding, body, contentType) => {
    expect(encodingOf(body, contentType)).toBe(encoding);
  });
});

it('a text has no byte order mark, no NUL and no half of a letter', () => {
  expect(decodeBody(Buffer.from([0x67, 0x72, 0xf6, 0xdf, 0x65, 0x80]), 'windows-1252')).toBe('größe€');
  expect(decodeBody(Buffer.from('\ufeffa\0ö').subarray(0, -1), 'utf-8')).toBe('a\ufffd');
  expect(decodeBody(Buffer.from('\ufeffaö', 'utf16le').subarray(0, -1), 'utf-16le')).toBe('a');
});
