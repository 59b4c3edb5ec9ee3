import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { dappStage } from '../test-module/dappStage';

const stage = dappStage();

describe('README', () => {
  it('has a sample that finds the wallet, connects, then calls', async () => {
    const readme = await readFile(join(__dirname, '../../README.md'), 'utf8');
    const [, sample] = /```js\n(.*?)```/su.exec(readme) ?? [];
    expect(sample).toContain('eip6963:requestProvider');
    const running = stage.dapp.evaluate(`(async () => { ${sample}; return network; })()`);
    for (const asked of ['requestPermissions', 'installSnap', 'installSnapResult'])
      await stage.wallet.answer(`wallet_${asked}`);
    expect(await running).toEqual({ name: 'Sepolia', chainId: '0x534e5f5345504f4c4941' });
  }, 60_000);
});
