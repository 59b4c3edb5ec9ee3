import type { Clients, State } from '../../module';
import type { Body, HomeFacts } from '../../ui/home/page';
import { createView, type HomePageName, type HomeView } from '../../ui/home/view';
import type { Drawing } from './part';
import { parts } from './parts';
import { readablePart } from './readable';

/** The page when opened: the accounts of the network that the user chose there last. */
export const firstView = async (module: State): Promise<HomeView> =>
  createView(await module.settings.network.chosen());

/** The content of the module's own page. Reads state, never a node. */
export async function homeFacts(
  module: State & Clients,
  view: HomeView,
  { notice, ...drawing }: Drawing = {},
): Promise<HomeFacts> {
  const body = await readablePart(module, bodyOf(module, view, drawing));
  return {
    view,
    now: module.now(),
    lost: module.lost.keys(),
    ...(body && { body }),
    ...(notice && { notice }),
  };
}

async function bodyOf(
  module: State & Clients,
  view: HomeView,
  drawing: Drawing,
): Promise<Body | undefined> {
  const bodyOf = async (page: HomePageName) => {
    const facts = await parts[page].facts(module, view, drawing);
    // `parts` pairs the facts with the part.
    return facts && ({ page, facts } as Body);
  };
  return (await bodyOf(view.page)) ?? bodyOf('main');
}
