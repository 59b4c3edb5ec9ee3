import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fund, type LocalChain, startLocalChain } from '../../../scripts/start/localChain';
import { listFaults } from '../../../test/stage/accessibility';
import { dappStage } from '../../test-module/dappStage';
import { knownPhrases } from '../protocol/phrases';

const stage = dappStage({ starts: true });
const [first, second] = knownPhrases;
const own = 'letter advice cage absurd amount doctor acoustic avoid letter advice cage above';
let chain: LocalChain;

beforeAll(async () => {
  chain = await startLocalChain();
}, 60_000);
afterAll(() => chain?.stop());

async function openTab(...more: string[]) {
  await stage.start(...more);
  const page = await stage.openWalletPage();
  await page.setViewportSize({ width: 360, height: 800 });
  await page.getByTestId('tab-wallet').click();
  return page;
}

describe('the tab "Wallet"', () => {
  it('uses the phrase whose button is pressed, or whose words are typed, and hides it again', async () => {
    const page = await openTab();
    await page.getByTestId('showPhrase').click();
    await page.locator('.phrase', { hasText: first }).waitFor();
    await page.getByTestId('phrase-ball').click();
    await page.locator('[data-testid=phrase-ball][aria-pressed=true]').waitFor();
    expect(await page.locator('.phrase').count()).toBe(0);
    await page.getByTestId('showPhrase').click();
    await page.locator('.phrase', { hasText: second }).waitFor();
    await page.getByTestId('typed-phrase').fill(own);
    await page.getByTestId('useTyped').click();
    await page.getByTestId('showPhrase').click();
    await page.locator('.phrase', { hasText: own }).waitFor();
    expect(await page.getByTestId('typed-phrase').inputValue()).toBe('');
    expect(await page.locator('[data-action=usePhrase][aria-pressed=true]').count()).toBe(0);
    await page.getByTestId('typed-phrase').fill('letter advice');
    await page.getByTestId('useTyped').click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toContain('not a recovery phrase');
  }, 60_000);

  it('saves snapshots of the local chain, reverts it and moves its time', async () => {
    const page = await openTab('--local-chain', chain.url, '--locale', 'de');
    await page.getByTestId('snapshotChain').click();
    await page.getByTestId('revertChain').waitFor();
    const told = () => page.getByTestId('revertChain').textContent();
    const before = await told();
    await fund(chain.url, '0x5', 1n);
    const time = page.getByTestId('chain-time');
    const shown = await time.textContent();
    await page.getByTestId('later-86400').click();
    await page.locator(`[data-testid=chain-time]:not(:text-is("${shown}"))`).waitFor();
    expect(await listFaults(page, true)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await page.getByTestId('revertChain').click();
    await page.locator(`[data-testid=chain-time]:text-is("${shown}")`).waitFor();
    expect(await told()).toBe(before);
    expect(await page.getByTestId('another-chain').count()).toBe(0);
    await page.getByTestId('setTime').click();
    await page.locator(`[data-testid=chain-time]:not(:text-is("${shown}"))`).waitFor();
  }, 60_000);
});
