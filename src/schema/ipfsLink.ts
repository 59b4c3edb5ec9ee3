import { define } from '@metamask/superstruct';
import { parseFileLink } from '@xnet/clients/ipfs/link';
import { field } from '@xnet/clients/schema/field';
import { schemaReference } from './primitives';

export const IpfsLink = field(
  define<string>(
    'a link to a file of IPFS',
    (link) =>
      (typeof link === 'string' && parseFileLink(link) !== undefined) ||
      'Expected ipfs:// and the identifier of a file',
  ),
  { jsonSchema: { type: 'string', allOf: [schemaReference('ipfsLink')] } },
);
