import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { languages } from '../../src/schema/language';
import { type DappPage, extensionStage } from '../../wallet/test-module/extensionStage';
import { listDrawings } from '../drawn/drawings';
import { findOverflow, SCROLL_BAR } from '../drawn/popup';
import type { Drawing } from '../drawn/recorded';
import { listFaults } from '../stage/accessibility';
import { listParts } from '../wallet/fakeDialogs';

const MINUTE = 60_000;
const stage = extensionStage();
/** Every drawing takes minutes: in all languages only where a developer asks for it. */
const isEach = process.env.XNET_EVERY_DRAWING !== undefined;
const drawn = isEach ? languages : ['en'];
let dapp: DappPage;
let page: Page;

/** Shows any drawing of the real module by way of a small one, which runs in the browser's sandbox. */
const draw = async (place: string, { tree }: Pick<Drawing, 'tree'>): Promise<void> => {
  const reply = await dapp.invoke('draw', { place, tree: tree as object });
  if (reply.error) throw new Error(`The wallet refuses it: ${reply.error.message}`);
};

/** Opens the module's page, or a dialog, to draw in. */
async function openPlace(place: 'page' | 'dialog'): Promise<void> {
  await draw(place, nothing);
  if (place === 'page') await page.getByTestId('open-home').click();
  else void dapp.invoke('open').catch(() => undefined);
  await page.locator(place === 'page' ? '.page .interface' : '[data-type="snap_dialog"]').waitFor();
}

const nothing = { tree: { type: 'Box', props: { children: [] }, key: null } as never };

beforeAll(async () => {
  dapp = await stage.openDapp();
  await stage.connect(dapp);
  page = await stage.walletPageOpens();
}, 2 * MINUTE);
afterAll(() => dapp?.page.close());

type Interface = { content: unknown };
type Shown = { dialog: Interface | null; page: Interface | null; alert: Interface | null };

/** What the wallet's page was told last, once it has drawn that. */
const shown = (): Promise<Shown> =>
  page.evaluate(
    () =>
      new Promise<Shown>((resolve) => {
        // The types of the extension's own interface are the wallet's.
        const { chrome } = globalThis as never as {
          chrome: { runtime: { connect(options: { name: string }): Port } };
        };
        type Port = {
          onMessage: { addListener(hear: (message: { told: string }) => void): void };
          postMessage(message: object): void;
          disconnect(): void;
        };
        const port = chrome.runtime.connect({ name: 'page' });
        port.onMessage.addListener(({ told }) => {
          port.disconnect();
          const { revision, approvals, page: home } = JSON.parse(told);
          const uiOf = (type: string) =>
            approvals.find((one: { type: string }) => one.type === type)?.ui ?? null;
          const look = () => {
            const root = document.querySelector<HTMLElement>('#root');
            if (Number(root?.dataset.revision) < revision) requestAnimationFrame(look);
            else
              resolve({
                dialog: uiOf('snap_dialog'),
                alert: uiOf('snap_dialog:alert'),
                page: home?.ui ?? null,
              });
          };
          look();
        });
        port.postMessage({ kind: 'follow' });
      }),
  );

/** Where the drawing that is shown differs from what the module drew, or does not fit. */
async function faultsIn({ name, tree }: Drawing, content: unknown): Promise<string[]> {
  const told = JSON.stringify(content) === JSON.stringify(tree) ? [] : ['is another drawing'];
  const ended = await page.locator('.popup .failure').allInnerTexts();
  const out = [
    ...(await findOverflow(page, 360 - SCROLL_BAR)),
    ...(await findOverflow(page, 400 - SCROLL_BAR)),
  ];
  return [...told, ...ended, ...out].map((fault) => `${name}: ${fault}`);
}

/** The kinds of components in a drawing, each in each of its looks. */
const looksIn = ({ tree }: Drawing): string[] =>
  listParts(tree).map(({ type, props: { variant, severity, color, size, fontWeight, disabled } }) =>
    [type, variant, severity, color, size, fontWeight, disabled].join(),
  );

/** Draws each and collects its faults; where it shows a new look, also those of colors. */
async function faultsOfAll(drawings: readonly Drawing[], seen: Set<string>): Promise<string[]> {
  const faults: string[] = [];
  for (const drawing of drawings) {
    const { kind } = drawing;
    const told = kind === 'alert' ? dapp.invoke('tell', { tree: drawing.tree as object }) : null;
    if (kind === 'alert') await stage.card('snap_dialog:alert').waitFor();
    else await draw(kind, drawing);
    faults.push(...(await faultsIn(drawing, (await shown())[kind]?.content)));
    const looks = looksIn(drawing).filter((look) => !seen.has(look));
    for (const look of looks) seen.add(look);
    if (looks.length > 0)
      faults.push(...(await listFaults(page)).map((broken) => `${drawing.name}: ${broken.join()}`));
    if (told) await stage.answer('snap_dialog:alert');
    await told;
  }
  return faults;
}

describe('every drawing of the module, in the wallet’s extension', () => {
  it(
    'shows what the module drew, ends no page, overflows nowhere and passes the accessibility check',
    async () => {
      const drawings = (await Promise.all(drawn.map(listDrawings))).flat();
      const of = (wanted: Drawing['kind']) => drawings.filter(({ kind }) => kind === wanted);
      const seen = new Set<string>();
      await openPlace('page');
      const faults = await faultsOfAll(of('page'), seen);
      await openPlace('dialog');
      faults.push(...(await faultsOfAll([...of('dialog'), ...of('alert')], seen)));
      expect(faults).toEqual([]);
      expect(drawings.length).toBeGreaterThan(150 * drawn.length);
      expect(seen.size).toBeGreaterThan(20);
    },
    8 * MINUTE * drawn.length,
  );
});
