import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startTrialNode, type TrialNode } from '../../../test/chain/trialNode';
import { patched, pictures } from '../../../test/review/pictures';
import { ipfsEachTest } from '../../../test/service/ipfsServer';
import { openPage } from '../../../test/wallet/openPage';
import { sayEnglish } from '../../../test/wallet/sayEnglish';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import { chainIds, sameFelt } from '../../schema/primitives';
import { shortString, toAddress, toHex } from '../../starknet/felt';
import { getSelector } from '../../starknet/selector';
import { uint256Felts } from '../../starknet/tokens/erc20';
import { tokenParts } from '../../ui/home/tokens';
import { getLinkName } from '../../ui/home/view';

const chainId = chainIds.sepolia;
const [account] = storedAccounts(chainId, 1);
const owner = account?.address ?? '';
const contract = toAddress('0x3333');
const key = `${contract}.7.transfer_from`;
const { png3x2 } = pictures;

const ipfs = ipfsEachTest();
let node: TrialNode;
/** Felts by which a collection describes its piece, by the function that is asked. */
let described: Record<string, readonly string[]> = {};
type Asked = { request: { entry_point_selector: string; calldata: string[] } };
beforeEach(async () => {
  described = {};
  node = await startTrialNode();
  node.says.instead.starknet_call = ({ request }: Asked) => {
    const isAsked = (name: string) => sameFelt(request.entry_point_selector, getSelector(name));
    if (isAsked('owner_of')) return { result: [owner] };
    if (isAsked('balance_of')) return { result: uint256Felts(1n) };
    const name = Object.keys(described).find(isAsked);
    if (name) return { result: [...(described[name] ?? [])] };
    return { error: { code: 21, message: 'Entry point not found' } };
  };
});
afterEach(() => node.stop());

/** A text as contracts return it: whole words of 31 bytes, the last bytes, and how many those are. */
function encodeByteArray(text: string): string[] {
  const words = text.match(/.{31}/gu) ?? [];
  const end = text.slice(31 * words.length);
  const counts = [words.length, end.length].map((count) => toHex(BigInt(count)));
  return [counts[0] ?? '', ...words.map(shortString), shortString(end), counts[1] ?? ''];
}

const put = (content: Uint8Array | string) =>
  ipfs.server.add(typeof content === 'string' ? new TextEncoder().encode(content) : content);

/** Serves a description of the piece with this picture, and lets the collection name it. */
async function describePiece(content: unknown): Promise<void> {
  const cid = await put(typeof content === 'string' ? content : JSON.stringify(content));
  described = { token_uri: encodeByteArray(`ipfs://${cid}`) };
}

/** The page of tokens, with a piece; with the user's own IPFS service, if it is set. */
async function open(isSet = true) {
  const page = openPage({
    sepoliaUrl: node.url,
    stored: { plain: { version: 1, accounts: { [chainId]: [account] } } },
  });
  if (isSet) await page.module.settings.services.choose('ipfs', { url: ipfs.server.url });
  const received = { standard: 'erc721', tokenId: '7', block: 7, isOwn: false } as const;
  await page.module.found.addReceived(chainId, owner, [{ contract, ...received }]);
  await page.press(getLinkName('tokens', owner));
  const show = async () => {
    await page.press(`${tokenParts.picture}${key}`);
    return page.now();
  };
  return { ...page, show };
}

const shownPng = `data:image/png;base64,${Buffer.from(png3x2).toString('base64')}`;

describe('showPicture', () => {
  it('shows a picture once the user asks for it, from the user’s own service', async () => {
    await describePiece({ name: 'A NAME', image: `ipfs://${await put(png3x2)}` });
    const page = await open();
    expect(ipfs.server.state.seen).toEqual([]);
    expect(await page.now()).toContain('Show picture of number 7');
    const drawing = await page.show();
    expect(drawing).toContain(shownPng);
    expect(drawing).toContain('Picture of NFT number 7');
    expect(drawing).not.toContain('A NAME');
    expect(page.dialogs).toEqual([]);
    expect(ipfs.server.state.seen).toHaveLength(2);
  });

  // @promise T24.1
  it('offers one if the user has set an IPFS service, and none of a piece that is not listed', async () => {
    await describePiece({ image: `ipfs://${await put(png3x2)}` });
    const without = await open(false);
    expect(await without.now()).not.toContain('Show picture');
    expect(await without.show()).not.toContain('<image');
    const page = await open();
    await page.press(`${tokenParts.picture}${contract}.8.transfer_from`);
    expect(await page.now()).not.toContain('<image');
    expect(ipfs.server.state.seen).toEqual([]);
  });

  it('finds it whatever function and form of text a collection has', async () => {
    const image = `ipfs://${await put(png3x2)}`;
    const cid = await put(JSON.stringify({ image }));
    const link = `ipfs://${cid}`;
    const parts = (link.match(/.{1,31}/gu) ?? []).map(shortString);
    for (const felts of [
      { tokenURI: encodeByteArray(link) },
      { uri: encodeByteArray(link) },
      { tokenURI: [`0x${parts.length.toString(16)}`, ...parts] },
    ]) {
      described = felts;
      expect(await (await open()).show()).toContain(shownPng);
    }
  });

  // @promise T24.1
  it.each<[string, () => Promise<unknown>, string]>([
    ['a page', async () => ({ image: 'https://a.example/1.png' }), 'home.picture.elsewhere'],
    [
      'an inline SVG',
      async () => ({ image: 'data:image/svg+xml,<svg/>' }),
      'home.picture.elsewhere',
    ],
    ['no picture', async () => ({ image: { url: 1 } }), 'home.picture.elsewhere'],
    ['no description', async () => 'no JSON', 'home.picture.elsewhere'],
    [
      'an SVG',
      async () => ({ image: `ipfs://${await put('<svg xmlns="http://www.w3.org/2000/svg"/>')}` }),
      'home.picture.noBitmap',
    ],
    [
      'too many pixels',
      async () => ({ image: `ipfs://${await put(patched(png3x2, 18, 16, 1))}` }),
      'home.picture.noBitmap',
    ],
    [
      'too large a file',
      async () => ({ image: `ipfs://${await put(new Uint8Array(512 * 1024 + 1))}` }),
      'home.picture.notRead',
    ],
    [
      'a file that nobody has',
      async () => ({ image: 'ipfs://QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG' }),
      'home.picture.notRead',
    ],
  ])('draws none if a collection names %s, and says why', async (_, make, why) => {
    await describePiece(await make());
    const drawing = await (await open()).show();
    expect(drawing).not.toContain('<image');
    expect(drawing).toContain(sayEnglish(why as 'home.picture.notRead'));
  });

  it('shows the picture that was asked for last, whichever is read first', async () => {
    await describePiece({ image: `ipfs://${await put(png3x2)}` });
    const page = await open();
    const otherKey = key.replace('.7.', '.8.');
    const piece = { contract, standard: 'erc721', tokenId: '8', block: 7, isOwn: false } as const;
    await page.module.found.addReceived(chainId, owner, [piece]);
    await page.press(getLinkName('tokens', owner));
    let goOn = () => {};
    const isHeld = new Promise<void>((resolve) => {
      ipfs.server.state.first = (_url, response) => {
        ipfs.server.state.first = undefined;
        goOn = () => void response.writeHead(404).end();
        resolve();
        return true;
      };
    });
    const slow = page.press(`${tokenParts.picture}${otherKey}`);
    await isHeld;
    expect(await page.show()).toContain('Picture of NFT number 7');
    goOn();
    await slow;
    expect(await page.now()).toContain('Picture of NFT number 7');
    expect(await page.now()).not.toContain(sayEnglish('home.picture.notRead'));
  });

  it('draws none if a collection says nothing, or a node does not answer', async () => {
    const page = await open();
    expect(await page.show()).toContain(sayEnglish('home.picture.elsewhere'));
    await node.stop();
    expect(await page.show()).toContain(sayEnglish('home.picture.notRead'));
    node = await startTrialNode();
  });
});
