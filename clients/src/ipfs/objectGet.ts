import { decode } from '@ipld/dag-pb';
import { array, type Infer, string, type } from '@metamask/superstruct';
import { fail } from '../errors';
import { Count } from '../schema/field';
import { readResult } from '../transport/failure';
import { parseJson } from '../transport/json';
import { parseCid, readCid } from './cid';
import { gather, type IpfsApi, type Unverified } from './ipfsApi';

/** The response of object/get: links by name and size in bytes; `Data` in base64. */
const IpfsObject = type({
  Links: array(type({ Name: string(), Hash: string(), Size: Count })),
  Data: string(),
});
export type IpfsObject = Infer<typeof IpfsObject>;

const OBJECT_BYTES = 8 * 2 ** 20;

const fetchObject = async (ipfs: IpfsApi, cid: string): Promise<IpfsObject> => {
  const query = [
    ['arg', cid],
    ['encoding', 'json'],
    ['data-encoding', 'base64'],
  ] as const;
  const bytes = await gather(ipfs.call('object/get', query, OBJECT_BYTES));
  return readResult('object/get', parseJson(bytes), IpfsObject);
};

/**
 * Links and data of an object, checked against its block, which must hash to the identifier. The
 * response alone cannot be hashed: it does not distinguish absent from empty names, sizes and data.
 * @throws nodeFault if the content does not match its identifier, and what `IpfsApi.cat` throws
 * @example const { Links, Data } = await objectGet(ipfs, cid);
 */
export async function objectGet(ipfs: IpfsApi, text: string): Promise<IpfsObject> {
  const cid = parseCid(text).toString();
  const object = await fetchObject(ipfs, cid);
  if (!isOf(object, await ipfs.block(cid)))
    fail('nodeFault', 'The content is not what its identifier names.');
  return object;
}

/**
 * The same without verification.
 * @example const { Links } = await objectGetUnverified(ipfs, cid);
 */
export const objectGetUnverified = async (
  ipfs: IpfsApi,
  text: string,
): Promise<Unverified<IpfsObject>> =>
  (await fetchObject(ipfs, parseCid(text).toString())) as Unverified<IpfsObject>;

/**
 * An object in another encoding, such as `xml`, without verification.
 * @example const xml = await objectGetEncoded(ipfs, cid, 'xml');
 */
export const objectGetEncoded = async (
  ipfs: IpfsApi,
  text: string,
  encoding: string,
): Promise<Unverified<Uint8Array>> => {
  const query = [
    ['arg', parseCid(text).toString()],
    ['encoding', encoding],
  ] as const;
  return (await gather(ipfs.call('object/get', query, OBJECT_BYTES))) as Unverified<Uint8Array>;
};

function isOf({ Links, Data }: IpfsObject, block: Uint8Array): boolean {
  try {
    const node = decode(block);
    const data = atob(Data);
    return (
      data.length === (node.Data?.length ?? 0) &&
      (node.Data ?? new Uint8Array()).every((byte, index) => byte === data.charCodeAt(index)) &&
      Links.length === node.Links.length &&
      node.Links.every(({ Hash, Name = '', Tsize = 0 }, index) => {
        const shownLink = Links[index];
        return (
          shownLink?.Name === Name &&
          shownLink.Size === Tsize &&
          readCid(shownLink.Hash)?.equals(Hash)
        );
      })
    );
  } catch {
    return false;
  }
}
