import { describe, expect, it } from '@jest/globals';
import { isKnownPhrase } from './knownPhrase';
import { readOptions } from './options';

const needed = ['--module', '/module', '--data', '/data'];
const read = (...more: string[]) => readOptions([...needed, ...more]);

describe('the command line', () => {
  it('has a public phrase, no Mainnet and the limit of dialogs where nothing is said', () => {
    const options = read();
    expect(options).toMatchObject({
      ...{ moduleFolder: '/module', dataFolder: '/data', locale: 'en', localChain: null },
      ...{ port: 0, preferredPort: 0, allowMainnet: false, dialogLimit: true },
    });
    expect(isKnownPhrase(options.phrase)).toBe(true);
  });

  it('says otherwise by each of its options', () => {
    const own = ['--phrase', 'own words', '--locale', 'de', '--allow-mainnet', '--no-dialog-limit'];
    const ports = ['--port', '65535', '--prefer-port', '1', '--local-chain', 'http://127.0.0.1:1'];
    expect(read(...own, ...ports)).toMatchObject({
      ...{ phrase: 'own words', locale: 'de', allowMainnet: true, dialogLimit: false },
      ...{ port: 65_535, preferredPort: 1, localChain: 'http://127.0.0.1:1' },
    });
  });

  it.each([
    [['--module', '/module'], '--data is missing.'],
    [['--data', '/data'], '--module is missing.'],
    [[...needed, '--port', '65536'], '--port must be 0 to 65535.'],
    [[...needed, '--port', '0x50'], '--port must be 0 to 65535.'],
    [[...needed, '--port', ''], '--port must be 0 to 65535.'],
    [[...needed, '--prefer-port=-1'], '--prefer-port must be 0 to 65535.'],
    [[...needed, '--local-chain', 'here'], '--local-chain must be an address.'],
  ])('is wrong as %j', (args, message) => {
    expect(() => readOptions(args)).toThrow(message);
  });

  it.each(['--allow-main', '--phrase', 'more'])('knows no %s', (word) => {
    expect(() => read(word)).toThrow();
  });
});
