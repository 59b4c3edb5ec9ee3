import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type Disposal, dispose, temporaryFolder } from '../test/testService';
import { keysCommand } from './keysCommand';
import type { ServiceOptions } from './options';
import { readOptions } from './readOptions';

const undo: Disposal = [];
afterEach(() => dispose(undo));

describe('an option', () => {
  it.each([
    '--port=abc',
    '--port=-1',
    '--port=65536',
    '--port=0x10',
    '--port=',
    '--host=',
    '--data=',
    '--method=foo',
    '--ipfs-bytes=0',
    '--ipfs-bytes=10GB',
    '--ipfs-blocks=1.5',
    '--ipfs-blocks=0',
    '--ipfs-blocks=1e9',
    '--log-level=verbose',
    '--chains=x',
    '--chains=1=a,',
    '--chains=__proto__=x',
    '--host-name=a b',
    '--host-name=http://x',
    '--host-name=x:80',
    '--origin=example.com',
    '--origin=http://x/',
  ])('names a wrong option with its text: %s', (option) => {
    const [name, ...text] = option.split('=');
    expect(() => readOptions([option])).toThrow(name);
    const told = text.join('=').split(',').at(-1);
    expect(() => readOptions([option])).toThrow(`"${told}"`);
  });

  it.each([
    '--eth=hidden',
    '--eth=ws://hidden',
    '--eth=hidden:8545',
    '--eth-socket=http://hidden',
    '--chain=1=hidden',
    '--chain=1=ftp://hidden',
    '--ipfs=hidden',
    '--ipfs=ftp://hidden',
    '--store=hidden',
    '--store=http://hidden',
  ])('names an option with a wrong URL, without the URL: %s', (option) => {
    const wrong = new RegExp(`^${option.split('=')[0]}: this is no URL of (?!.*hidden)`);
    expect(() => readOptions([option])).toThrow(wrong);
  });

  // @promise T36.4
  it.each([
    ['--eth', 'https://node.example/v3/hidden', ({ eth: [url] }) => url],
    ['--eth-socket', 'wss://node.example/ws/v3/hidden', ({ ethSocket: [url] }) => url],
    ['--ipfs', 'https://user:hidden@node.example', ({ ipfs }) => ipfs],
    ['--store', 'rediss://:hidden@store.example', ({ store }) => store],
  ] satisfies [string, string, (options: ServiceOptions) => unknown][])(
    'reads an option that may hold a key from a file: %s',
    async (name, address, read) => {
      const file = join(await temporaryFolder(undo), 'address');
      await writeFile(file, `${address}\n`);
      expect(read(readOptions([name, `@${file}`]))).toBe(address);
      await writeFile(file, 'hidden\n');
      expect(() => readOptions([name, `@${file}`])).toThrow(
        new RegExp(`^${name}: this is no URL of (?!.*hidden)`),
      );
      await rm(file);
      expect(() => readOptions([name, `@${file}`])).toThrow(file);
    },
  );

  it('accepts nodes of a further chain by its id, over HTTP and WebSocket, also from a file', async () => {
    const file = join(await temporaryFolder(undo), 'address');
    await writeFile(file, 'https://b.example/hidden');
    const chain = (text: string) => ['--chain', text];
    const { networks } = readOptions(
      ['10=https://a.example', `10=@${file}`, '5=http://c.example', '10=wss://d.example'].flatMap(
        chain,
      ),
    );
    expect(networks).toEqual([
      {
        chainId: 10n,
        eth: ['https://a.example', 'https://b.example/hidden'],
        ethSocket: ['wss://d.example'],
      },
      { chainId: 5n, eth: ['http://c.example'], ethSocket: [] },
    ]);
    expect(() => readOptions(chain('https://hidden.example'))).toThrow(
      '--chain: this is not ID=URL',
    );
    expect(() => readOptions(chain('7=ws://d.example'))).toThrow('chain 7 has no HTTP node');
  });

  it('normalizes host names and origins to the form that callers send', () => {
    const { hostNames, origins } = readOptions([
      '--host-name',
      'Node.Example',
      '--origin',
      'https://Page.Example:443',
      '--origin',
      '*',
      '--origin',
      'chrome-extension://abc',
    ]);
    expect(hostNames).toEqual(['node.example']);
    expect(origins).toEqual(['https://page.example', '*', 'chrome-extension://abc']);
  });

  it('checks the options of the keys command in the same way', async () => {
    for (const wrong of ['--data=', '--store=hidden']) {
      const asked = keysCommand(['list', wrong], () => undefined);
      await expect(asked).rejects.toThrow(wrong.split('=')[0]);
    }
  });
});
