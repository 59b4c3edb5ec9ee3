import { describe, expect, it } from '@jest/globals';
import { listFaults } from '../../../test/stage/accessibility';
import { dappStage } from '../../test-module/dappStage';

const stage = dappStage({ starts: true });

describe('the page', () => {
  it('explains in the switch dialog why Mainnet is refused', async () => {
    await stage.start('--locale', 'pt_BR');
    const page = await stage.openWalletPage();
    await stage.dapp.evaluate("void invoke('xnet_switchNetwork', { chainId: '0x534e5f4d41494e' })");
    const card = page.locator('[data-type=mainnetRefused]');
    await card.getByText('Everybody knows this phrase').waitFor();
    expect(await card.textContent()).toContain(stage.dappUrl);
    expect(await card.getByRole('button').count()).toBe(1);
    await page.keyboard.press('Escape');
    expect(await stage.answerOf('xnet_switchNetwork')).toMatchObject({ error: { code: 4902 } });
  }, 60_000);

  it('reports once that the wallet has stopped', async () => {
    await stage.start('--locale', 'pt_BR');
    const page = await stage.openWalletPage();
    await stage.wallet.kill();
    await page.getByTestId('open-home').click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').allTextContents()).toEqual([
      'The wallet has stopped. Start it again.',
    ]);
  }, 60_000);

  it('shows no fault of accessibility, whatever is open and whatever locale the wallet reports', async () => {
    await stage.start('--locale', 'zh_CN');
    const page = await (await stage.browser.newContext()).newPage();
    const expectNoFaults = async () => expect(await listFaults(page, false)).toEqual([]);
    await page.goto(stage.wallet.url);
    await page.getByText('Nothing to answer').waitFor();
    await expectNoFaults();
    await stage.dapp.evaluate('void connect()');
    for (const type of ['requestPermissions', 'installSnap', 'installSnapResult']) {
      const card = page.locator(`[data-type=wallet_${type}]`);
      const approve = card.locator('[data-testid=approve]:enabled');
      await approve.waitFor();
      await expectNoFaults();
      await approve.click();
      await card.waitFor({ state: 'detached' });
    }
    await page.getByTestId('open-home').click();
    await page.getByText('Home of the test module').waitFor();
    await expectNoFaults();
    for (const method of ['gallery', 'confirm', 'prompt']) {
      await stage.dapp.evaluate(`void invoke('${method}', { text: 'pay' })`);
      await page.getByTestId('approval').waitFor();
      await expectNoFaults();
      await page.keyboard.press('Escape');
      await page.getByTestId('approval').waitFor({ state: 'detached' });
    }
    await page.getByTestId('tab-activity').click();
    await page.getByTestId('requests').locator('button').first().click();
    await page.locator('pre').first().waitFor();
    await expectNoFaults();
    await page.getByTestId('tab-wallet').click();
    await page.getByTestId('showPhrase').click();
    await expectNoFaults();
  }, 120_000);
});
