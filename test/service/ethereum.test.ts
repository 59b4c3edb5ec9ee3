import { describeEthereumNode } from '../chain/ethereumSuite';
import { openService } from './openService';

describeEthereumNode('a real node behind the service', async (url) => {
  const { rpcUrl, socketUrl, stop } = await openService({ eth: [url] });
  return { http: rpcUrl, webSocket: socketUrl, stop };
});
