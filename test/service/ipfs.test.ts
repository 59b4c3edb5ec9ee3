import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { base32upper } from 'multiformats/bases/base32';
import { CID } from 'multiformats/cid';
import { describeIpfs } from './ipfsSuite';
import { openService, startUpstream } from './openService';

describeIpfs('the blocks of the service', async () => {
  const upstream = await startUpstream(() => ({ result: null }));
  const service = await openService({ eth: [upstream.url] });
  return {
    url: service.url,
    headers: { authorization: service.authorization },
    async lose(cid) {
      const name = base32upper.encode(CID.parse(cid).multihash.bytes);
      const folder = join(service.data, 'blocks');
      const files = await readdir(folder, { recursive: true });
      const file = files.find((each) => each.includes(name));
      if (!file) throw new Error(`${name} is none of ${files.slice(0, 9).join(', ')}.`);
      await rm(join(folder, file));
    },
    async stop() {
      await service.stop();
      await upstream.stop();
    },
  };
});
