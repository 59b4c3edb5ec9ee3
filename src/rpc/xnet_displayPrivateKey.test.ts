import { describe, expect, it } from '@jest/globals';
import type { JSXElement } from '@metamask/snaps-sdk/jsx';
import vectors from '../../test/vectors/accounts.json';
import { findButton } from '../../test/wallet/fakeDialogs';
import { openModule } from '../../test/wallet/openModule';

const site = 'https://dapp.example';
const [account] = vectors.accounts;
const address = account?.argent040 ?? '';
const privateKey = account?.privateKey ?? '';

const open = async (options: Parameters<typeof openModule>[0] = {}) => {
  const opened = openModule(options);
  await opened.invoke('xnet_createAccount', { addressIndex: 0 }, site);
  opened.dialogs.length = 0;
  return {
    ...opened,
    ask: (params: object, origin = site) => opened.invoke('xnet_displayPrivateKey', params, origin),
  };
};
const textOf = (dialog: JSXElement | undefined) => JSON.stringify(dialog);
/** The part of a dialog of that type. */
const part = (dialog: JSXElement | undefined, type: string) =>
  [(dialog?.props as { children?: unknown } | undefined)?.children]
    .flat()
    .find((child) => (child as JSXElement).type === type) as JSXElement | undefined;

describe('xnet_displayPrivateKey', () => {
  // @promise T33.1
  // @row xnet_displayPrivateKey
  it('shows the key in a second dialog, covered, and answers null', async () => {
    const { ask, dialogs } = await open();
    expect(await ask({ userAddress: address })).toBeNull();
    expect(dialogs).toHaveLength(2);
    const [first, second] = dialogs;
    expect(textOf(first)).toContain(site);
    expect(textOf(first)).not.toContain(privateKey.slice(2));
    expect(part(second, 'Copyable')?.props).toMatchObject({ value: privateKey, sensitive: true });
    expect(textOf(second)).toContain(site);
    expect(part(second, 'Banner')?.props).toMatchObject({ severity: 'danger' });
  });

  // @promise T33.1
  it('derives no key before the user has agreed', async () => {
    const asked: string[] = [];
    const { ask, dialogs } = await open({
      user: (dialog) => !textOf(dialog).includes('Show private key'),
      border: (request, cross) => {
        asked.push(request.method);
        return cross();
      },
    });
    asked.length = 0;
    await expect(ask({ userAddress: address })).rejects.toMatchObject({ kind: 'userRejected' });
    expect(dialogs).toHaveLength(1);
    expect(asked).not.toContain('snap_getBip32Entropy');
  });

  // @promise T33.1
  it('disables approval until the user ticks the box', async () => {
    const { ask, openings } = await open();
    await ask({ userAddress: address });
    expect(textOf(openings.at(-1))).toContain('"name":"understand.1","label"');
    expect(findButton(openings.at(-1) as JSXElement, 'confirm')?.disabled).toBe(true);
  });

  it('returns null as well when the second dialog is dismissed', async () => {
    const { ask } = await open({
      user: (dialog) => (textOf(dialog).includes('"sensitive":true') ? null : true),
    });
    expect(await ask({ userAddress: address })).toBeNull();
  });

  it('leaves the key neither in state nor in a notification', async () => {
    const { ask, state, notifications } = await open();
    await ask({ userAddress: address });
    expect(JSON.stringify([state, notifications])).not.toContain(privateKey.slice(2));
  });

  it('hides the key when the wallet fails to draw it', async () => {
    const { ask } = await open({
      border: (request, cross) => {
        const drawn = JSON.stringify(request.detail ?? '');
        if (!drawn.includes(privateKey)) return cross();
        throw new Error(`Cannot draw ${drawn}`);
      },
    });
    const error = await ask({ userAddress: address }).catch((caught) => caught);
    expect(error).toMatchObject({ kind: 'internal', cause: undefined });
    expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toContain(
      privateKey.slice(2),
    );
  });

  // @promise T33.1
  it.each(['https://other.example', 'http://dapp.example', 'https://dapp.example:444'])(
    'hides the account from %p, which has no grant, without a dialog',
    async (origin) => {
      const { ask, dialogs } = await open();
      await expect(ask({ userAddress: address }, origin)).rejects.toMatchObject({
        kind: 'unknownAccount',
      });
      expect(dialogs).toEqual([]);
    },
  );

  // @promise T33.2
  it('blocks a site at the first refusal, so that nobody is worn down', async () => {
    const { ask, dialogs } = await open({
      user: (dialog) => !textOf(dialog).includes('Show private key'),
    });
    await expect(ask({ userAddress: address })).rejects.toMatchObject({ kind: 'userRejected' });
    await expect(ask({ userAddress: address })).rejects.toMatchObject({ kind: 'siteBlocked' });
    expect(dialogs).toHaveLength(1);
  });

  // @promise T33.1
  it('warns that a site asks, right above the tick that names every other risk', async () => {
    const { ask, openings } = await open();
    await ask({ userAddress: address });
    const question = textOf(openings.at(-1));
    expect(question).toContain('Critical risk: A site asks for this, not your wallet');
    expect(question).toContain('No site needs this key');
    expect(question).toMatch(/I understand[^"]*Anyone who sees this key can take everything/u);
  });

  it.each([
    ['an account that is not known', { userAddress: '0x1' }, 'unknownAccount'],
    ['another network', { userAddress: address, chainId: 'SN_MAIN' }, 'unknownAccount'],
    ['no address', {}, 'invalidParams'],
    ['an Ethereum address', { userAddress: `0x${'ab'.repeat(20)}` }, 'invalidParams'],
    ['a param too many', { userAddress: address, key: 'all' }, 'invalidParams'],
  ])('refuses %s', async (_, params, kind) => {
    const { ask, dialogs } = await open();
    await expect(ask(params)).rejects.toMatchObject({ kind });
    expect(dialogs).toEqual([]);
  });
});
