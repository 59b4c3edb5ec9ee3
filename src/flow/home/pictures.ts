import { getErrorKind } from '@xnet/clients/errors';
import { readLinkedFile } from '@xnet/clients/ipfs/path';
import type { Clients, State } from '../../module';
import { type ChainId, isObject, parseNumber } from '../../schema/primitives';
import { parseText } from '../../starknet/felt';
import { uint256Felts } from '../../starknet/tokens/erc20';
import type { PieceLine, PiecePicture } from '../../ui/home/tokens';
import { parseView } from '../../ui/home/view';
import { say } from '../../ui/text/words';
import { view, viewResult } from '../chain/batchTogether';
import { rasterUrl } from '../tokens/logos';
import type { OpenPage } from './part';
import { pieceFacts } from './pieces';

/** Functions by which collections name the description of a piece. */
const describing = ['token_uri', 'tokenURI', 'uri'];
const DESCRIPTION_BYTES = 64 * 2 ** 10;
const PICTURE_BYTES = 512 * 2 ** 10;
/** Pixels in either direction: people publish pieces larger than logos. */
const PICTURE_PIXELS = 4_096;

/** True if the user has set the service that pictures come from. */
export const canShowPictures = async ({ settings }: Pick<State, 'settings'>): Promise<boolean> =>
  (await settings.services.shown()).ipfs !== undefined;

type Seen = Omit<PiecePicture, 'key'>;

/**
 * Shows the picture of a piece once the user asks for it. It is on this page alone: a dialog or a
 * notice shows nothing that a collection says.
 */
export async function showPicture(page: OpenPage, key: string): Promise<void> {
  const { module, view } = page;
  const piece = pieceFacts(view.draft).find((one) => one.key === key);
  if (!piece || !(await canShowPictures(module))) return;
  await page.update(({ draft }) => ({ draft: { ...draft, picture: key } }), { picture: { key } });
  const picture = { key, ...(await fetchPicture(page, piece)) };
  if (await isWanted(page, key)) await page.conclude({}, { picture });
}

/** True if the user has neither left since nor asked for the picture of another piece. */
async function isWanted({ module, id }: OpenPage, key: string): Promise<boolean> {
  const now = parseView(await module.dialogs.homeView(id).catch(() => undefined));
  return now?.draft.picture === key;
}

/** Fetches the picture of a piece from the user's own IPFS service, or says why there is none. */
async function fetchPicture({ module, view }: OpenPage, piece: PieceLine): Promise<Seen> {
  const { call } = (await module.ipfs()) ?? {};
  if (!call) return { why: say('home.picture.notRead') };
  try {
    const link = await fetchLink(module, view.chainId, piece);
    const image = imageIn(await readLinkedFile(call, link, DESCRIPTION_BYTES));
    const url = rasterUrl(await readLinkedFile(call, image, PICTURE_BYTES), PICTURE_PIXELS);
    return url === undefined ? { why: say('home.picture.noBitmap') } : { url };
  } catch (error) {
    const isElsewhere = getErrorKind(error) === 'invalidParams';
    return { why: say(isElsewhere ? 'home.picture.elsewhere' : 'home.picture.notRead') };
  }
}

/**
 * The link of a piece's description, as its collection tells it; empty if it tells none.
 * @throws the node's error
 */
async function fetchLink(
  module: Clients,
  chainId: ChainId,
  { contract, id }: PieceLine,
): Promise<string> {
  const number = BigInt(id);
  const node = await module.node(chainId);
  const calls = describing.map((name) => view(contract, name, uint256Felts(number), 'latest'));
  const links = (await node.batch(calls)).map((answer) => linkIn(viewResult(answer)));
  // Collections with many of each piece give one link for all of them (ERC-1155).
  const digits = number.toString(16).padStart(64, '0');
  return (links.find(Boolean) ?? '').replace('{id}', digits);
}

/** A text, or in older contracts a counted list of short ones. */
function linkIn(felts: readonly string[] = []): string | undefined {
  const [count, ...parts] = felts;
  if (parts.length === 0 || parseNumber(count) !== BigInt(parts.length)) return parseText(felts);
  return parts.map((part) => parseText([part])).join('');
}

/** The link of the picture in a piece's description: all that is read of it. */
function imageIn(description: Uint8Array): string {
  try {
    const content: unknown = JSON.parse(new TextDecoder().decode(description));
    return isObject(content) ? String(content.image) : '';
  } catch {
    return '';
  }
}
