import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const sample = fileURLToPath(new URL('../../docs/operate/compose.yaml', import.meta.url));

export type Composed = {
  command: string[];
  volumes: string[];
  ports?: string[];
  environment?: unknown;
  stop_grace_period?: string;
};

/** The parts of the sample composition, with this node as the one that the operator names. */
export const readComposition = (eth: string): Record<string, Composed> => {
  const text = readFileSync(sample, 'utf8').replace(/\$\{XNET_ETH[^}]*\}/, eth);
  return (parse(text, { merge: true }) as { services: Record<string, Composed> }).services;
};

/**
 * The command of an instance of the sample composition, with the test's own addresses.
 *
 * @throws where the sample has none of these options
 */
export const composedCommand = (own: Readonly<Record<string, string>>): string[] => {
  const { eth = '', ...rest } = own;
  const { command = [] } = readComposition(eth)['xnet-1'] ?? {};
  return Object.entries(rest).reduce((options, [name, value]) => {
    const at = options.findIndex((option) => option.startsWith(`--${name}=`));
    if (at < 0) throw new Error(`The composition has no --${name}.`);
    return options.map((option, index) => (index === at ? `--${name}=${value}` : option));
  }, command);
};
