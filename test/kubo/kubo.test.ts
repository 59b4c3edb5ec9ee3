import { afterAll, beforeAll, describe } from '@jest/globals';
import { startKubo } from '../../scripts/check/kubo';
import { describeIpfs, type IpfsAddress } from '../service/ipfsSuite';
import { openService, startUpstream } from '../service/openService';

let kubo: Awaited<ReturnType<typeof startKubo>>;
beforeAll(async () => {
  kubo = await startKubo();
}, 60_000);
afterAll(() => kubo.stop());

const lose = async (cid: string) => {
  const reply = await fetch(`${kubo.url}/api/v0/block/rm?arg=${cid}&force=true`, {
    method: 'POST',
  });
  if (!reply.ok) throw new Error(await reply.text());
};

describe('Kubo', () => {
  describeIpfs('directly', async () => ({
    url: kubo.url,
    headers: {},
    lose,
    stop: async () => {},
  }));

  describeIpfs('behind the service', async (): Promise<IpfsAddress> => {
    const upstream = await startUpstream(() => ({ result: null }));
    const service = await openService({ eth: [upstream.url], ipfs: kubo.url });
    return {
      url: service.url,
      headers: { authorization: service.authorization },
      lose,
      async stop() {
        await service.stop();
        await upstream.stop();
      },
    };
  });
});
