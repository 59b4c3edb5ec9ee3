import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { root } from '../../scripts/root';
import { fund } from '../../scripts/start/localChain';
import { chainIds } from '../../src/schema/primitives';
import { accountClasses } from '../../src/starknet/accounts/classes';
import { shortMessage } from '../../test/messages/shortMessage';
import { STRK } from '../../test/node/account';
import { readDeclarables } from '../../test/node/declarable';
import { approvalOf, approving, openStage, type Stage } from '../../test/stage/stage';
import { bundle } from './bundle';
import type { Kit } from './clients';

const MINUTE = 60_000;
const kinds = ['WalletAccount', 'WalletAccountV5', 'WalletAccountV6'] as const;
const message = shortMessage({ text: 'Hello' });
const transfer = {
  contractAddress: STRK,
  entrypoint: 'transfer',
  calldata: ['0x7', '0x1', '0x0'],
};

let stage: Stage;
let server: Server;
let page: Page;
let address = '';

/** What a page of this test is: the wallet's script, then the dapp's. */
async function serve(script: string): Promise<string> {
  server = createServer((request, response) => {
    if (request.url === '/page.js') {
      response.setHeader('content-type', 'text/javascript');
      response.end(script);
      return;
    }
    response.setHeader('content-type', 'text/html');
    const wallet = `<script src="${stage.wallet.url}/provider.js"></script>`;
    response.end(`<!doctype html><title>Dapp</title>${wallet}<script src="/page.js"></script>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`; // a TCP server has one
}

/** Calls the page's kit; the wallet's user agrees to all of it. */
async function ask<N extends keyof Kit>(
  name: N,
  ...args: Parameters<Kit[N]>
): Promise<{ result: Awaited<ReturnType<Kit[N]>>; shown: string[] }> {
  return approving(stage.walletPage, () => quietly(name, ...args));
}

/** Calls the page's kit; nobody is at the wallet. */
const quietly = <N extends keyof Kit>(
  name: N,
  ...args: Parameters<Kit[N]>
): Promise<Awaited<ReturnType<Kit[N]>>> =>
  page.evaluate(
    ([called, given]) =>
      // The page's own global, of which this file knows the type alone.
      (globalThis as unknown as { kit: Record<string, (...all: unknown[]) => never> }).kit[
        called
      ]?.(...given) as never, // what it answers by the type of the kit
    [name as string, args as unknown[]] as const,
  );

beforeAll(async () => {
  const script = bundle(join(root, 'connect/browser/clients.ts'));
  stage = await openStage({ withMainnet: true });
  page = await (await stage.browser.newContext()).newPage();
  await page.goto(await serve(script));
}, 3 * MINUTE);

afterAll(async () => {
  server?.close();
  await stage?.stop();
}, MINUTE);

describe('before anybody connects', () => {
  it('the module is listed by the discoveries of get-starknet 4 and 5, and by the adapter', async () => {
    expect(await quietly('wallet')).toBe('org.xnet.developer-wallet');
    expect(await quietly('listed')).toEqual({
      four: ['Xnet'],
      five: ['Xnet'],
      byAdapter: ['Xnet'],
    });
  });

  it('nobody is connected silently, and nobody is asked', async () => {
    expect(await quietly('silently')).toEqual([[], []]);
    expect(await approvalOf(stage.walletPage).count()).toBe(0);
  });
});

describe.each(kinds)('starknet.js %s', (kind) => {
  it(
    'connects, and creates the first account with the user; silently from then on',
    async () => {
      const { result } = await ask('connect', kind, stage.chain.url, false);
      expect(result).toMatch(/^0x[0-9a-f]{64}$/u);
      expect(await quietly('connect', kind, stage.chain.url, true)).toBe(result);
      expect(await quietly('permissions', kind)).toEqual(['accounts']);
      if (address === '') {
        address = result;
        await fund(stage.chain.url, address, 10n ** 21n);
        expect(await quietly('deploymentData')).toMatchObject({ address, version: 1 });
      }
      expect(result).toBe(address);
    },
    MINUTE,
  );

  it(
    'sends one call, deploying the account first where it is not, and several',
    async () => {
      expect((await ask('execute', kind, transfer)).result).toBe(true);
      expect((await ask('execute', kind, [transfer, transfer])).result).toBe(true);
    },
    2 * MINUTE,
  );

  it(
    'signs a message that the account’s contract takes',
    async () => {
      expect((await ask('signAndVerify', kind, message)).result).toBe(true);
    },
    MINUTE,
  );

  it(
    'declares a class with its compiled class hash, and deploys a contract',
    async () => {
      const { declarable } = await readDeclarables(stage.chain.url);
      const { contract, classHash, compiledClassHash } = declarable(`Of${kind}`);
      const payload = { contract, compiledClassHash } as never;
      expect(BigInt((await ask('declare', kind, payload)).result)).toBe(BigInt(classHash));
      const { classHash: deployed } = accountClasses.openZeppelin100;
      const key = `0x${(kinds.indexOf(kind) + 7).toString(16)}`;
      expect(BigInt((await ask('deploy', kind, deployed, [key])).result)).toBe(BigInt(deployed));
    },
    3 * MINUTE,
  );

  it(
    'watches a token, and switches the network without losing its account',
    async () => {
      expect((await ask('watchAsset', kind, STRK)).result).toBe(true);
      await quietly('listen');
      expect((await ask('switchNetwork', kind, chainIds.mainnet)).result).toBe(true);
      expect(await quietly('connect', kind, stage.mainnet?.url ?? '', true)).toBe(address);
      expect((await ask('switchNetwork', kind, chainIds.sepolia)).result).toBe(true);
      const told = await quietly('told');
      expect(told).toContainEqual(['networkChanged', chainIds.mainnet]);
      expect(told).not.toContainEqual(['accountsChanged', expect.anything()]);
      expect(await quietly('connect', kind, stage.chain.url, true)).toBe(address);
    },
    2 * MINUTE,
  );
});

describe('get-starknet 4', () => {
  it('enables what it lists, silently once the site is connected', async () => {
    expect(await quietly('enableByFour')).toEqual([address]);
  });

  it('has an estimate from the typed client', async () => {
    expect(BigInt(await quietly('estimate', address, [transfer])) > 0n).toBe(true);
  });
});
