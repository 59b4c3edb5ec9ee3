import { mainParts } from '../../src/ui/home/main';
import { listParts } from './fakeDialogs';
import { openPage } from './openPage';

type Options = NonNullable<Parameters<typeof openPage>[0]>;
export type AskingPage = ReturnType<typeof openPage>;

const offline = async () => new Response('', { status: 404 });

/** A page on which the test presses everything; no host answers. */
export const openByHand = (options: Options = {}): AskingPage =>
  openPage({ fetch: offline, byHand: true, ...options });

/** A page that asks whether to create an account. */
export async function openAsking(options: Options = {}): Promise<AskingPage> {
  const page = openByHand(options);
  await page.press(mainParts.create);
  return page;
}

/** The page's Confirm; undefined if it asks nothing. */
export const findConfirm = async ({ tree }: Pick<AskingPage, 'tree'>) =>
  listParts(await tree()).find(({ props }) => String(props.name).startsWith('confirm.'))?.props;

export const findConfirmName = async (page: AskingPage): Promise<string> =>
  String((await findConfirm(page))?.name);
