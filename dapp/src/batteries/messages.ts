import { chainName } from '../../../src/schema/primitives';

const fields = (names: string, type: string) => names.split(' ').map((name) => ({ name, type }));

const domainTypes = { 0: 'StarkNetDomain', 1: 'StarknetDomain' } as const;

type Given = {
  readonly chainId: string;
  /** Members by type, as `name: type`, with commas between them; the first type is the message. */
  readonly types: { readonly [name: string]: string };
  readonly message: object;
  readonly revision?: 0 | 1;
  readonly domain?: object;
};

/** Typed data (SNIP-12) from short forms of its types. */
export const typed = ({ chainId, types, message, revision = 1, domain }: Given) => ({
  types: {
    [domainTypes[revision]]:
      revision === 1
        ? fields('name version chainId revision', 'shortstring')
        : fields('name version chainId', 'felt'),
    ...Object.fromEntries(
      Object.entries(types).map(([name, members]) => [name, members.split(',').map(member)]),
    ),
  },
  primaryType: Object.keys(types)[0] ?? '',
  domain: {
    name: 'Example',
    version: '1',
    chainId: chainName(chainId),
    ...(revision === 1 && { revision: '1' }),
    ...domain,
  },
  message,
});

/** `name: type`, or `name: type: contained type`. */
function member(text: string) {
  const [name = '', type = '', contains] = text.split(':').map((part) => part.trim());
  return { name, type, ...(contains !== undefined && { contains }) };
}

/** The smallest message: one text of any length. */
export const text = (chainId: string, content: string, domain?: object) =>
  typed({
    chainId,
    types: { Greeting: 'text: string' },
    message: { text: content },
    ...(domain && { domain }),
  });
