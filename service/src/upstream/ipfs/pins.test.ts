import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basic, type Disposal, dispose, fakeNode, testService } from '../../../test/testService';
import type { Service } from '../../service';

const undo: Disposal = [];
let service: Service;
let authorization: string;
beforeAll(async () => {
  service = await testService(undo, { eth: [await fakeNode(undo)] });
  const { apiKey, secret } = await service.createKey();
  authorization = basic(apiKey.key, secret ?? '');
});
afterAll(() => dispose(undo));

const run = (command: string, name = '', content = '') => {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  return fetch(`${service.url}/api/v0/${command}`, {
    method: 'POST',
    headers: { authorization },
    ...(name === '' ? {} : { body: form }),
  });
};
const json = async (command: string) => (await run(command)).json();
const lines = async (response: Response) =>
  (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { Hash: string });

describe('pins', () => {
  // @promise P23.2
  it('belongs to one key', async () => {
    const { apiKey, secret } = await service.createKey();
    const other = { authorization: basic(apiKey.key, secret ?? '') };
    const [one, two] = await Promise.all(
      ['one', 'two'].map(
        async (text) => (await lines(await run('add?pin=false', 'text', text)))[0]?.Hash,
      ),
    );
    expect(await json(`pin/add?arg=${one}`)).toEqual({ Pins: [one] });
    expect(await json(`pin/ls?arg=${one}`)).toEqual({
      Keys: { [`${one}`]: { Type: 'recursive' } },
    });
    expect(await lines(await run(`pin/ls?stream=true&arg=${one}`))).toEqual([
      { Cid: one, Type: 'recursive' },
    ]);
    const theirs = await fetch(`${service.url}/api/v0/pin/ls`, { method: 'POST', headers: other });
    expect(await theirs.json()).toEqual({ Keys: {} });
    expect(await json(`pin/update?arg=${one}&arg=${two}`)).toMatchObject({
      Pins: [`/ipfs/${one}`, `/ipfs/${two}`],
    });
    expect((await run(`pin/ls?arg=${one}`)).status).toBe(500);
    expect(await json(`pin/rm?arg=${two}`)).toEqual({ Pins: [two] });
    expect((await run(`pin/rm?arg=${two}`)).status).toBe(500);
  });

  it('follows a path to its end, as nodes do, for pins and blocks', async () => {
    const [part, whole] = await lines(await run('add', 'folder/part', 'a part'));
    const [outer, inner] = [`/ipfs/${whole?.Hash}`, `/ipfs/${whole?.Hash}/part`];
    // Naming content below a pin does not remove the pin of its root.
    for (const command of ['pin/ls', 'pin/rm', 'pin/update'])
      expect((await run(`${command}?arg=${inner}&arg=${outer}`)).status).toBe(500);
    expect((await run(`pin/ls?arg=${outer}`)).status).toBe(200);
    expect(await json(`pin/update?arg=${outer}&arg=${inner}`)).toEqual({
      Pins: [outer, `/ipfs/${part?.Hash}`],
    });
    expect(await json(`pin/ls?arg=${inner}`)).toEqual({
      Keys: { [`${part?.Hash}`]: { Type: 'recursive' } },
    });
    expect(await json(`pin/rm?arg=${inner}`)).toEqual({ Pins: [part?.Hash] });
    expect((await run(`pin/update?arg=${outer}`)).status).toBe(400);
    expect(await json(`block/stat?arg=${inner}`)).toMatchObject({ Key: part?.Hash });
    const [byPath, byCid] = [
      await run(`block/get?arg=${inner}`),
      await run(`block/get?arg=${part?.Hash}`),
    ];
    expect(await byPath.text()).toBe(await byCid.text());
  });
});
