/** Takes the pictures of the README anew: the dapp after the main job, and the dialog of a payment. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { mainJob } from '../test/mainJob';
import { approvalOf, invokeModule, openStage } from '../test/stage';
import { root } from './root';

const folder = join(root, 'docs', 'pictures');
mkdirSync(folder, { recursive: true });
const stage = await openStage({ blocks: 'demand' });
try {
  const { dappPage, walletPage, wallet } = stage;
  await dappPage.setViewportSize({ width: 1440, height: 900 });
  await walletPage.setViewportSize({ width: 480, height: 900 });
  await mainJob(stage, () => undefined);
  await dappPage.evaluate(() => scrollTo(0, 0));
  await dappPage.screenshot({ path: join(folder, 'dapp.png') });
  const address = await dappPage
    .getByTestId('account-address')
    .first()
    .getAttribute('data-address');
  const paid = invokeModule(dappPage, wallet.moduleId, 'xnet_executeTxn', {
    address,
    calls: {
      contractAddress: '0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d',
      entrypoint: 'transfer',
      calldata: [
        '0x064b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691',
        '12500000000000000000',
        '0',
      ],
    },
  }).catch(() => undefined);
  const dialog = approvalOf(walletPage).first();
  await dialog.waitFor();
  await walletPage.screenshot({ path: join(folder, 'dialog.png') });
  await dialog.locator('[data-name="reject"]').click();
  await paid;
} finally {
  await stage.stop();
}
