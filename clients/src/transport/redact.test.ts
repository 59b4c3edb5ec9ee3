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
    },
  };

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
    endpoint.url,
  ])('hides %s', (secret) => {
    const text = redactText(`before ${secret} after`, endpoint);
    expect(text).not.toContain(secret);
    expect(text).toBe('before … after');
  });

  it('leaves ordinary words of a path alone', () => {
    const text = 'The rpc of starknet v0_10 is busy';
    expect(redactText(text, { url: 'https://node.example/x/starknet/rpc/v0_10' })).toBe(text);
  });
});
