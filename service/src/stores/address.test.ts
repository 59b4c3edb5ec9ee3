import { describe, expect, it } from '@jest/globals';
import { listAddressSecrets } from '../upstream/redactNode';
import { readAddress, urlOfStore } from './address';

const node = (host: string, port: number) => ({ host, port });

describe('readAddress', () => {
  it.each([
    ['redis://localhost', { kind: 'one', options: { ...node('localhost', 6379), db: 0 } }],
    [
      'rediss://me:p%40ss@example.org:1/2',
      {
        kind: 'one',
        options: { ...node('example.org', 1), username: 'me', password: 'p@ss', db: 2 },
      },
    ],
    ['redis://[::1]:7', { kind: 'one', options: { ...node('::1', 7) } }],
    ['redis+unix:///run/redis.sock', { kind: 'one', options: { path: '/run/redis.sock' } }],
    [
      'redis-sentinel://:hidden@a,b:5/3#mymaster',
      {
        kind: 'one',
        options: {
          name: 'mymaster',
          db: 3,
          password: 'hidden',
          sentinels: [node('a', 26379), node('b', 5)],
        },
      },
    ],
    [
      'rediss-cluster://u:hidden@a:1,[::2]:2',
      {
        kind: 'cluster',
        nodes: [node('a', 1), node('::2', 2)],
        options: { redisOptions: { username: 'u', password: 'hidden', tls: {} } },
      },
    ],
  ])('reads %s', (text, read) => {
    expect(readAddress(text)).toMatchObject(read);
  });

  it.each(['redis-sentinel://:hidden@a,b/0', 'redis-cluster://:hidden@a/1'])(
    'explains without its password what is wrong with %s',
    (text) => {
      expect(() => readAddress(text)).toThrow(/^--store: (?!.*hidden)/);
    },
  );
});

describe('urlOfStore', () => {
  it('leaves the password to the log’s list of secrets', () => {
    const url = urlOfStore('redis-sentinel://:hidden-password@a:1,b:2/0#mymaster');
    expect(listAddressSecrets(url)).toContain('hidden-password');
  });
});
