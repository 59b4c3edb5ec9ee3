import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { TrialNode } from '../../../../test/chain/trialNode';
import { openPage } from '../../../../test/wallet/openPage';
import { callsIn, friend, sendingAccounts, startSendNode } from '../../../../test/wallet/openSend';
import { chainIds } from '../../../schema/primitives';
import { toAddress, toHex } from '../../../starknet/felt';
import { severalParts } from '../../../ui/home/several';
import { getLinkName, getSubmitName } from '../../../ui/home/view';

const chainId = chainIds.sepolia;
const twin = '0x064b0000000000000000000000000000000000000000000000000000000f5691';
const namedAddress = toAddress(`0x5${'7'.repeat(62)}`);

let node: TrialNode;
beforeEach(async () => {
  node = await startSendNode({ domain_to_address: () => [namedAddress] });
});
afterEach(() => node.stop());

/** A user who has pressed "Send" and "Pay several". */
async function open(accounts: readonly object[] = sendingAccounts) {
  const page = openPage({
    sepoliaUrl: node.url,
    stored: {
      plain: {
        accounts: { [chainId]: accounts },
        recipients: { [chainId]: [{ address: friend, name: 'Anna' }] },
      },
    },
  });
  await page.press(getLinkName('send'));
  await page.press(getLinkName('several'));
  return {
    ...page,
    paste: (text: string) => page.fillIn(severalParts.lines, text),
    review: () => page.press(getSubmitName(severalParts.form)),
  };
}

const feltsIn = (trial: TrialNode) =>
  callsIn(trial)
    .flat()
    .map((felt) => toHex(BigInt(felt)));

describe('the page that pays several', () => {
  it('pays a contact, a name and an address in one transaction, with their total in the review', async () => {
    const { paste, review, dialogs, now } = await open();
    const third = toAddress(`0x3${'9'.repeat(62)}`);
    await paste(`Anna 5\nalice.stark 7; ${third} 1.5`);
    expect(await now()).toContain('13.5 STRK');
    await review();
    expect(dialogs).toHaveLength(1);
    const dialog = JSON.stringify(dialogs[0]);
    for (const text of ['Send 13.5 STRK in 3 payments', 'Anna', '5 STRK', '7 STRK', '1.5 STRK'])
      expect(dialog).toContain(text);
    expect(node.sent).toHaveLength(1);
    for (const felt of [friend, namedAddress, third])
      expect(feltsIn(node)).toContain(toHex(BigInt(felt)));
    expect(await now()).toContain('Sent');
  });

  it('reviews a list of fifty payments, and refuses one of more', async () => {
    const { paste, review, dialogs, now } = await open();
    const line = (_: unknown, at: number) =>
      `${toAddress(2n ** 245n + BigInt(at) * 2n ** 200n)} 0.5`;
    await paste(Array.from({ length: 51 }, line).join('\n'));
    await review();
    expect(dialogs).toHaveLength(0);
    expect(await now()).toContain('At most 50 payments');
    await paste(Array.from({ length: 50 }, line).join('\n'));
    await review();
    expect(dialogs).toHaveLength(1);
    expect(node.sent).toHaveLength(1);
  });

  it.each([
    ['a frozen account of the user', () => `${sendingAccounts[1]?.address} 5`, 'you cannot use it'],
    ['an amount of zero', () => 'Anna 0', 'above 0'],
    ['more than there is', () => 'Anna 60; Anna 60', 'more than you have'],
    ['an amount that touches an address', () => `Anna 5${namedAddress} 7`, 'not clear where'],
    ['nothing', () => '', 'Paste whom you pay'],
  ])('sends nothing if the list has %s, and says why', async (_, text, why) => {
    const [first, second] = sendingAccounts;
    const { paste, review, dialogs, now } = await open([
      first ?? {},
      { ...second, obstacle: 'frozen' },
    ]);
    await paste(text());
    await review();
    expect(await now()).toContain(why);
    expect(dialogs).toHaveLength(0);
    expect(node.sent).toHaveLength(0);
  });

  it('tells a recipient that is twice in the list, and one that looks like another', async () => {
    const { paste, now } = await open();
    await paste(`Anna 1; ${friend} 2; ${twin} 3`);
    expect(await now()).toContain('more than once');
    expect(await now()).toContain('begins and ends like');
  });
});
