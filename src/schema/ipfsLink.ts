import { define } from '@metamask/superstruct';
import { fileOf } from '@xnet/clients/ipfs/link';
import { field } from '@xnet/clients/schema/field';
import { formOf } from './primitives';

export const IpfsLink = field(
  define<string>(
    'a link to a file of IPFS',
    (link) =>
      (typeof link === 'string' && fileOf(link) !== undefined) ||
      'Expected ipfs:// and the identifier of a file',
  ),
  { jsonSchema: { type: 'string', allOf: [formOf('ipfsLink')] } },
);
