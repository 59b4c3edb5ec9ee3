import { gather, type IpfsObject, objectGet, type Unverified } from '@xnet/clients';
import { say } from '../texts';
import { textError } from '../wallet/failure';
import type { Service } from './service';
import { authorization } from './wire';

export type Added = { readonly cid: string; readonly bytes: number };
export type Content = { readonly text: string; readonly bytes: number };

/** More than anybody reads, and little for a page to hold. */
const maxBytes = 2 ** 20;

/** @throws an Error with the service's message */
export function addText(service: Service, text: string, blockBytes: number): Promise<Added> {
  const path = `/api/v0/add?chunker=size-${blockBytes}`;
  const request = { label: 'add', over: 'POST', path, body: text, bodyIs: 'file' } as const;
  return service.record({ ...request, isBasic: true }, async () => {
    const form = new FormData();
    form.append('file', new Blob([text]));
    const response = await service
      .fetch(service.access.url + path, {
        method: 'POST',
        headers: { authorization: authorization(service.access) },
        body: form,
        redirect: 'error',
        credentials: 'omit',
      })
      .catch(() => {
        throw textError(say('service.failure.silent'));
      });
    // One line of JSON per file; there is one file.
    const added = (await response.json()) as { Hash?: string; Message?: string };
    if (!response.ok || added.Hash === undefined)
      throw added.Message === undefined
        ? textError(say('service.failure.status', { status: String(response.status) }))
        : new Error(added.Message);
    return { cid: added.Hash, bytes: new TextEncoder().encode(text).length };
  });
}

const pathOf = (command: string, cid: string) =>
  `/api/v0/${command}?arg=${encodeURIComponent(cid)}`;

const asContent = (bytes: Uint8Array): Content => ({
  text: new TextDecoder().decode(bytes),
  bytes: bytes.length,
});

/** Reads a file block by block and verifies each block's hash. */
export const readChecked = (service: Service, cid: string): Promise<Content> =>
  service.record(
    { label: 'block/get', over: 'POST', path: pathOf('block/get', cid), isBasic: true },
    async () => asContent(await gather(service.ipfs.cat(cid, { maxBytes }))),
  );

/** Reads a file as the service returns it, unverified. */
export const readUnchecked = (service: Service, cid: string): Promise<Unverified<Content>> =>
  service.record(
    { label: 'cat', over: 'POST', path: pathOf('cat', cid), isBasic: true },
    async () =>
      asContent(await gather(service.ipfs.catUnverified(cid, { maxBytes }))) as Unverified<Content>,
  );

/** Links and data of an object, re-encoded and hashed for verification. */
export const readObject = (service: Service, cid: string): Promise<IpfsObject> =>
  service.record(
    { label: 'object/get', over: 'POST', path: pathOf('object/get', cid), isBasic: true },
    () => objectGet(service.ipfs, cid),
  );

/** A CID of the same form for other content: changes one letter that both alphabets contain. */
export function otherCid(cid: string): string {
  const tailStart = cid.length - 5;
  return cid.slice(0, tailStart) + (cid[tailStart] === 'a' ? 'b' : 'a') + cid.slice(tailStart + 1);
}
