import { describeEthereumNode } from '../chain/ethereumSuite';

describeEthereumNode('a real node', async (url) => ({
  http: url,
  webSocket: url.replace('http', 'ws'),
}));
