/** The prefix of the specification, and the one that dapps of today send. */
const prefixes = { own: 'xnet_', alias: 'starkNet_' } as const;

/** The name under which a method is defined: both prefixes name the same method. */
export const ownName = (name: string): string =>
  name.startsWith(prefixes.alias) ? prefixes.own + name.slice(prefixes.alias.length) : name;
