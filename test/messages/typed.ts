import { domainNames, type Json, type Parts } from './typedDataExample';

type Given = {
  revision: 0 | 1;
  /** Members by type, as `name: type` and commas between them; the first type is the message. */
  types: Readonly<Record<string, string>>;
  message: Json;
  /** Members of the domain's type, if it is another than the standard's. */
  domainType?: string;
  domain?: Json;
};

const members = (text: string) =>
  text
    .split(',')
    .filter((member) => member.trim() !== '')
    .map((member) => {
      const [name = '', type = '', contains] = member.split(':').map((part) => part.trim());
      return { name, type, ...(contains && { contains }) };
    });

const standard = {
  0: 'name: felt, version: felt, chainId: felt',
  1: 'name: shortstring, version: shortstring, chainId: shortstring, revision: shortstring',
};

/** Typed data from short forms of its types. */
export const typed = ({ revision, types, message, domainType, domain }: Given): Parts => ({
  types: {
    [domainNames[revision]]: members(domainType ?? standard[revision]),
    ...Object.fromEntries(Object.entries(types).map(([name, text]) => [name, members(text)])),
  },
  primaryType: Object.keys(types)[0],
  domain: {
    name: 'Shop',
    version: '1',
    chainId: 'SN_SEPOLIA',
    ...(revision === 1 && { revision: '1' }),
    ...domain,
  },
  message,
});
