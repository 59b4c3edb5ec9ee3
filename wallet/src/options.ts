import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { knownPhrases } from './protocol/phrases';

/** The publicly known phrase that Ethereum's developer tools share. */
const [testPhrase] = knownPhrases;

export type Options = {
  moduleFolder: string;
  /** `local:` and the address from which the extension takes the module; null to use the folder. */
  localModule: string | null;
  dataFolder: string;
  /** Folder in which the extension is built, instead of starting the wallet; null to start it. */
  extensionFolder: string | null;
  phrase: string;
  /** Language reported to modules, such as `de`. */
  locale: string;
  /** 0 uses any free port. */
  port: number;
  /** Used if it is free and `port` is 0. */
  preferredPort: number;
  /** True to allow Mainnet although the phrase is publicly known. */
  allowMainnet: boolean;
  /** False to let sites ask again no matter how often they were refused. */
  dialogLimit: boolean;
  /** True to refuse a second dialog of the module while one is open. */
  oneDialog: boolean;
  /** JSON-RPC URL of the local chain that the module uses; null for none. */
  localChain: string | null;
  /** True to take each new build of the module as it appears. */
  watch: boolean;
};

/** Parses the command line. @throws an Error that says what is wrong with it */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      module: { type: 'string' },
      data: { type: 'string' },
      extension: { type: 'string' },
      phrase: { type: 'string', default: testPhrase },
      locale: { type: 'string', default: 'en' },
      port: { type: 'string', default: '0' },
      'prefer-port': { type: 'string', default: '0' },
      'local-chain': { type: 'string' },
      'allow-mainnet': { type: 'boolean', default: false },
      'no-dialog-limit': { type: 'boolean', default: false },
      'one-dialog': { type: 'boolean', default: false },
      watch: { type: 'boolean', default: false },
    },
  });
  if (values.module === undefined) throw new Error('--module is missing.');
  const { data, extension } = values;
  if (data === undefined && extension === undefined)
    throw new Error('--data or --extension is missing.');
  return {
    moduleFolder: resolve(values.module),
    localModule: localModuleOf(values),
    dataFolder: resolve(data ?? ''),
    extensionFolder: extension === undefined ? null : resolve(extension),
    phrase: phraseOf(values.phrase),
    locale: values.locale,
    port: portOf('--port', values.port),
    preferredPort: portOf('--prefer-port', values['prefer-port']),
    allowMainnet: values['allow-mainnet'],
    dialogLimit: !values['no-dialog-limit'],
    oneDialog: values['one-dialog'],
    localChain: urlOf('--local-chain', values['local-chain']),
    watch: values.watch,
  };
}

/** The words, or a file's content for `@path`: others can read the arguments of a process. */
const phraseOf = (value: string): string => {
  if (value.startsWith('@')) return readFileSync(value.slice(1), 'utf8').trim();
  return value;
};

function portOf(name: string, text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new Error(`${name} must be 0 to 65535.`);
  return port;
}

/** A module that each connection takes anew from an address is not watched. */
function localModuleOf(options: { module?: string; extension?: string; watch: boolean }) {
  const { module = '', extension, watch } = options;
  if (!module.startsWith('local:')) return null;
  urlOf('--module local:', module.slice('local:'.length));
  if (extension === undefined || watch)
    throw new Error('--module local: needs --extension, and no --watch.');
  return module;
}

function urlOf(name: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  if (!URL.canParse(text)) throw new Error(`${name} must be a URL.`);
  return text;
}
