import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { createLogOutput } from './log';

const KEY = '0123456789abcdef0123456789abcdef';
const written = (line: string, hidden?: string[]): string => {
  let text = '';
  createLogOutput({ write: (part) => (text += part) }, hidden).write(line);
  return text;
};

describe('a line of the log', () => {
  // @promise T22.3 P18.1
  it.each([
    [`{"msg":"Reply was already sent, POST /v3/${KEY}/credits"}`, [KEY]],
    ['{"url":"/v3/short-key?x=1"}', ['short-key']],
    ['{"url":"/ws/v3/other-key\\"}', ['other-key']],
    [`{"msg":"no such key ${KEY.toUpperCase()}"}`, [KEY.toUpperCase()]],
    ['{"authorization":"Basic a2V5OnNlY3JldA=="}', ['a2V5OnNlY3JldA==', 'a2V5']],
  ])('holds no secret if another part of the server names one: %s', (line, secrets) => {
    const text = written(line);
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).toContain('[hidden]');
  });

  it('holds none of the texts that are named to it, as they stand in a line', () => {
    const hidden = ['a"b\\c', '(key+$1)', 'über'];
    const line = JSON.stringify({ msg: hidden.join(' | ') });
    expect(written(line, hidden)).toBe('{"msg":"[hidden] | [hidden] | [hidden]"}');
  });

  // @promise P18.1
  it('escapes what a terminal obeys, or turns round', () => {
    const line = JSON.stringify({ msg: '\u009b31m \u007f \u202eabc\u2069 \u2028 é 漢 😀' });
    expect(written(line)).toBe('{"msg":"\\u009b31m \\u007f \\u202eabc\\u2069 \\u2028 é 漢 😀"}');
    expect(JSON.parse(written(line))).toEqual(JSON.parse(line));
  });

  // @promise P18.1
  it('logs no part of a secret in an error, wherever it is cut, and at most eight causes', () => {
    const { err } = createLogOutput({ write: () => undefined }, [
      'a-secret-of-the-node',
    ]).serializers;
    const error = new Error(`${'x'.repeat(1_985)} a-secret-of-the-node ${KEY}`);
    for (let text = JSON.stringify(err(error)), at = 6; at <= 20; at += 1) {
      expect(text).not.toContain('a-secret-of-the-node'.slice(0, at));
    }
    const circle = new Error('round');
    circle.cause = circle;
    expect(JSON.stringify(err(circle)).match(/"message":"round"/g)).toHaveLength(9);
  });

  it('leaves a line without keys unchanged', () => {
    for (const line of ['{"route":"/v3/:key","status":200}', '{"msg":"Basic"}', '{"hash":"0x12"}'])
      expect(written(line)).toBe(line);
  });
});

describe('a log whose reader stands still', () => {
  // @promise P18.1
  it('holds a mebibyte, and tells in its place how many lines were lost', async () => {
    const pipe = new PassThrough();
    const log = createLogOutput(pipe);
    const line = `{"msg":"${'x'.repeat(990)}"}\n`;
    for (let count = 0; count < 20_000; count += 1) log.write(line);
    expect(pipe.writableLength).toBeGreaterThan(1_000_000);
    expect(pipe.writableLength).toBeLessThan(1_100_000);
    const read = text(pipe);
    // Waits until the buffered lines have been read.
    while (pipe.writableLength > 0) await new Promise(setImmediate);
    log.write('{"msg":"again"}\n');
    pipe.end();
    const lines = (await read).trim().split('\n');
    const [told, again] = lines.slice(-2).map((each) => JSON.parse(each) as object);
    expect(told).toMatchObject({ level: 40, lost: 20_000 - (lines.length - 2) });
    expect(again).toEqual({ msg: 'again' });
  });
});
