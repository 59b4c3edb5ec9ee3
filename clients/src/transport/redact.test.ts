import { describe, expect, it } from '@jest/globals';
import { redactText, redactUrl } from './redact';

describe('redactUrl', () => {
  it.each([
    ['https://node.example', 'https://node.example'],
    ['https://node.example/', 'https://node.example'],
    ['https://node.example:8443/v3/0123456789abcdef', 'https://node.example:8443/…'],
    ['https://node.example/?key=0123456789abcdef', 'https://node.example/…'],
    ['https://node.example/#0123456789abcdef', 'https://node.example/…'],
    ['https://user:password@node.example/rpc', 'https://…@node.example/…'],
    ['https://only-the-user@node.example', 'https://…@node.example'],
    ['https://:only-the-password@node.example', 'https://…@node.example'],
    ['http://[::1]:5050/rpc', 'http://[::1]:5050/…'],
    ['not a url with 0123456789abcdef', '…'],
  ])('shows of %s only %s', (url, shown) => {
    expect(redactUrl(url)).toBe(shown);
  });
});

describe('redactText', () => {
  const endpoint = {
    url: 'https://user:pass%2Fword1@node.example/v3/0123456789abcdef?apikey=quite-secret-key#frag-secret-99',
    headers: {
      authorization: `Basic ${btoa('hidden-key-name:hidden-password')}`,
      'x-api-key': 'token-0123456789',
      'x-words': 'short words, all of them',
    },
  };

  // @promise T22.3
  it.each([
    '0123456789abcdef',
    'quite-secret-key',
    'frag-secret-99',
    'pass%2Fword1',
    'pass/word1',
    'token-0123456789',
    'hidden-key-name',
    'hidden-password',
    btoa('hidden-key-name:hidden-password'),
    'short words, all of them',
    endpoint.url,
    'node.example',
  ])('hides %s', (secret) => {
    const text = redactText(`before ${secret} after`, endpoint);
    expect(text).not.toContain(secret);
    expect(text).toBe('before … after');
  });

  it('hides the host with its port and without', () => {
    const local = { url: 'http://localhost:8545' };
    expect(redactText('localhost:8545 or localhost', local)).toBe('… or …');
  });

  it('hides what the headers hold if the address is none, or names no host', () => {
    for (const url of ['nonsense', 'file:///rpc'])
      expect(redactText('before token-0123456789', { ...endpoint, url })).toBe('before …');
  });

  it.each([
    ['twelve letters', 'abcdefghijkl', 'abcdefghijk'],
    ['six characters with a digit', 'abcde6', 'abcd5'],
    ['what cannot be decoded', '%E0-0123456789', '%E0'],
  ])('hides %s as a secret, and nothing shorter', (_, secret, word) => {
    const url = `https://node.example/${secret}/${word}`;
    expect(redactText(`${secret} ${word}`, { url })).toBe(`… ${word}`);
  });

  it('leaves ordinary words of a path alone', () => {
    const text = 'The rpc of starknet v0_10 is busy';
    expect(redactText(text, { url: 'https://node.example/x/starknet/rpc/v0_10' })).toBe(text);
  });
});
