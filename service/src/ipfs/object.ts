import * as dagPb from '@ipld/dag-pb';
import { CID } from 'multiformats/cid';
import { fail } from '../errors';

/** The reply of `object/get`. */
type ObjectNode = { Links: { Name: string; Hash: string; Size: number }[]; Data: string };

/**
 * A dag-pb block as `object/get` shows it. `Data` is base64, as in the specification's sample;
 * `data-encoding=text` asks for text.
 */
export const objectOf = (cid: CID, block: Uint8Array, dataEncoding: string): ObjectNode => {
  if (cid.code !== dagPb.code) fail('ipfsFailed', 'Only dag-pb nodes are objects.');
  if (dataEncoding !== 'base64' && dataEncoding !== 'text') {
    fail('malformed', 'The data-encoding is base64 or text.');
  }
  const { Links, Data = new Uint8Array() } = dagPb.decode(block);
  return {
    Links: Links.map((link) => ({
      Name: link.Name ?? '',
      Hash: CID.asCID(link.Hash)?.toString() ?? '',
      Size: link.Tsize ?? 0,
    })),
    Data: Buffer.from(Data).toString(dataEncoding === 'text' ? 'utf8' : 'base64'),
  };
};
