import { createHash } from 'node:crypto';
import * as dagPb from '@ipld/dag-pb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bases } from 'multiformats/basics';
import { CID } from 'multiformats/cid';
import { sha256, sha512 } from 'multiformats/hashes/sha2';
import { basic, type Disposal, dispose, fakeNode, testService } from '../../../test/testService';

const undo: Disposal = [];
const ways: Record<string, { url: string; authorization: string }> = {};
beforeAll(async () => {
  const eth = [await fakeNode(undo, () => null)];
  const embedded = await testService(undo, { eth });
  const inner = await embedded.createKey();
  const login = `${inner.apiKey.key}:${inner.secret}`;
  const ipfs = embedded.url.replace('http://', `http://${login}@`);
  const front = await testService(undo, { eth, ipfs });
  const outer = await front.createKey();
  for (const [way, { url }, { apiKey, secret }] of [
    ['on disk', embedded, inner],
    ['from a node', front, outer],
  ] as const)
    ways[way] = { url, authorization: basic(apiKey.key, secret ?? '') };
});
afterAll(() => dispose(undo));

describe.each(['on disk', 'from a node'])('IPFS %s', (way) => {
  const run = (command: string, block?: Uint8Array): Promise<Response> => {
    const { url, authorization } = ways[way] as { url: string; authorization: string };
    const body = new FormData();
    body.append('file', new Blob([block ?? '']));
    return fetch(`${url}/api/v0/${command}`, {
      method: 'POST',
      headers: { authorization },
      ...(block === undefined ? {} : { body }),
    });
  };
  const put = async (block: Uint8Array, query = 'cid-codec=dag-pb'): Promise<string> => {
    const reply = await run(`block/put?${query}`, block);
    expect(reply.status).toBe(200);
    return ((await reply.json()) as { Key: string }).Key;
  };
  const text = async (command: string): Promise<[string | null, string]> => {
    const reply = await run(command);
    return [reply.headers.get('content-type'), await reply.text()];
  };

  // @row ipfs.objectGet
  it('writes an object as the last Kubo did, in each encoding', async () => {
    const leaf = CID.createV1(0x55, await sha256.digest(Uint8Array.of(1)));
    const cbor = CID.createV1(0x71, await sha512.digest(Uint8Array.of(2)));
    const node = {
      Data: Buffer.from('\b\u0001t\n\t\r é'),
      Links: [{ Hash: leaf }, { Hash: cbor, Name: 'a<b>&"\'', Tsize: 7 }],
    };
    const block = dagPb.encode(node);
    const cid = await put(block);
    const data = node.Data.toString('base64');
    expect(JSON.parse((await text(`object/get?arg=${cid}&encoding=json`))[1])).toEqual({
      Links: [
        { Name: '', Hash: leaf.toString(), Size: 0 },
        { Name: 'a<b>&"\'', Hash: cbor.toString(), Size: 7 },
      ],
      Data: data,
    });
    // The output of Go's `%s` and `encoding/xml` for such a value.
    expect(await text(`object/get?arg=${cid}&encoding=text&data-encoding=text`)).toEqual([
      'text/plain',
      `&{[{ ${leaf} %!s(uint64=0)} {a<b>&"' ${cbor} %!s(uint64=7)}] \b\u0001t\n\t\r é}`,
    ]);
    expect(await text(`object/get?arg=${cid}&encoding=xml&data-encoding=text`)).toEqual([
      'application/xml',
      `<Node><Links><Name></Name><Hash>${leaf}</Hash><Size>0</Size></Links>` +
        `<Links><Name>a&lt;b&gt;&amp;&#34;&#39;</Name><Hash>${cbor}</Hash><Size>7</Size></Links>` +
        '<Data>\ufffd\ufffdt&#xA;&#x9;&#xD; é</Data></Node>',
    ]);
    const protobuf = await run(`object/get?arg=${cid}&encoding=protobuf`);
    expect(protobuf.headers.get('content-type')).toBe('application/protobuf');
    expect(Buffer.from(await protobuf.arrayBuffer()).equals(Buffer.from(block))).toBe(true);
    for (const bad of ['encoding=yaml', 'encoding=toString', 'data-encoding=hex'])
      expect((await run(`object/get?arg=${cid}&${bad}`)).status).toBe(400);
  });

  it('reads the empty node', async () => {
    const cid = await put(new Uint8Array(), 'cid-codec=dag-pb&format=v0');
    expect(cid).toBe('QmdfTbBqBPQ7VNxZEYEj14VmRuZBkqFbiwReogJgS1zR1n');
    expect(JSON.parse((await text(`object/get?arg=${cid}`))[1])).toEqual({ Links: [], Data: '' });
    expect((await text(`object/get?arg=${cid}&encoding=xml`))[1]).toBe(
      '<Node><Data></Data></Node>',
    );
    expect((await text(`object/get?arg=${cid}&encoding=text`))[1]).toBe('&{[] }');
  });

  it('accepts a CID in every base', async () => {
    const key = CID.parse(await put(Buffer.from('of bases'), 'cid-codec=raw'));
    for (const name of ['base16', 'base16upper', 'base32upper', 'base36', 'base64url'] as const) {
      const cid = key.toString(bases[name]);
      expect((await text(`block/get?arg=${cid}`))[1]).toBe('of bases');
      expect((await text(`cat?arg=${cid}`))[1]).toBe('of bases');
    }
    for (const bad of ['f0155', 'B1', 'uAVU', key.toString().toUpperCase().replace('B', 'b')])
      expect((await run(`block/get?arg=${bad}`)).status).toBe(400);
  });

  it('keeps content of SHA-512 under its own name', async () => {
    const content = Buffer.from('of 512 bits');
    const cid = await put(content, 'cid-codec=raw&mhtype=sha2-512');
    const { multihash } = CID.parse(cid);
    expect(multihash.code).toBe(0x13);
    const digest = createHash('sha512').update(content).digest();
    expect(Buffer.from(multihash.digest).equals(digest)).toBe(true);
    expect((await text(`cat?arg=${cid}`))[1]).toBe('of 512 bits');
    const put512 = await run('dag/put?hash=sha2-512', Buffer.from('{"a":1}'));
    const { Cid } = (await put512.json()) as { Cid: { '/': string } };
    expect(CID.parse(Cid['/']).multihash.code).toBe(0x13);
    expect(JSON.parse((await text(`dag/get?arg=${Cid['/']}`))[1])).toEqual({ a: 1 });
    expect((await run('block/put?mhtype=md5', content)).status).toBe(400);
    expect((await run('block/put?mhtype=sha2-512&format=v0', content)).status).toBe(400);
  });

  // @row ipfs.403
  it("refuses with 403 an option that is the operator's", async () => {
    for (const option of ['nocopy=true', 'to-files=/x', 'fscache=true', 'api=/ip4/127.0.0.1'])
      expect((await run(`add?${option}`, Buffer.from('x'))).status).toBe(403);
  });
});
