import { createRequire } from 'node:module';

const environment = createRequire(import.meta.url).resolve('jest-environment-node');

/** A test of a dapp, as Jest runs it where nothing is configured. */
export const testOfDapp = `const { createServer } = require('node:http');
const { createClient, createConnection, getErrorKind } = require('@xnet/connect');
const { createTestWallet } = require('@xnet/connect-testing');
const refusal = ({ id }) => ({ jsonrpc: '2.0', id, error: { code: 20, message: 'None is there.' } });
const node = createServer(async (request, response) => {
  let text = '';
  for await (const part of request) text += part;
  response.end(JSON.stringify([JSON.parse(text)].flat().map(refusal)[0]));
});
beforeAll((done) => void node.listen(0, '127.0.0.1', done));
afterAll((done) => void node.close(done));
test('connects, and asks a node', async () => {
  const wallet = createTestWallet({ nodeUrl: 'http://127.0.0.1:' + node.address().port });
  const client = createClient({ provider: wallet.providerFor('https://dapp.example') });
  const { currentAccount } = await createConnection(client).connect();
  expect(currentAccount).toMatch(/^0x[0-9a-f]{64}$/);
  const view = { contractAddress: '0x1', contractFuncName: 'name' };
  const error = await client.request('xnet_getValue', view).catch((error) => error);
  expect([getErrorKind(error), error.data.reason]).toEqual(['transactionReverts', 'None is there.']);
});
`;
/** What stands for a browser in tests has another realm's arrays, and nothing of these. */
export const browserLike = `const { TestEnvironment } = require('${environment}');
module.exports = class extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.Uint8Array = require('node:vm').runInNewContext('Uint8Array');
    this.global.AbortController = class { signal = new EventTarget(); abort() {} };
    for (const name of ['fetch', 'structuredClone', 'TextDecoder', 'TextEncoder'])
      delete this.global[name];
  }
};
`;
