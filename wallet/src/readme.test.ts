import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { dappStage } from '../test-module/dappStage';

const stage = dappStage();

describe('docs/develop/provider.md', () => {
  it('shows a sample that finds the wallet, connects, then calls', async () => {
    const page = await readFile(join(__dirname, '../../docs/develop/provider.md'), 'utf8');
    const [, sample] = /```js\n(.*?)```/su.exec(page) ?? [];
    expect(sample).toContain('eip6963:requestProvider');
    const running = stage.dapp.evaluate(`(async () => { ${sample}; return network; })()`);
    for (const asked of ['requestPermissions', 'installSnap', 'installSnapResult'])
      await stage.wallet.answer(`wallet_${asked}`);
    expect(await running).toEqual({ name: 'Sepolia', chainId: '0x534e5f5345504f4c4941' });
  }, 60_000);
});
