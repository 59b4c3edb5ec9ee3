import { assertJSXElement } from '@metamask/snaps-sdk/jsx';
import { homeFacts } from '../src/flow/home';
import { onUserInput, type UserInput } from '../src/flow/userInput';
import { chainIds } from '../src/schema/primitives';
import { HomePage, homeParts } from '../src/ui/home';
import { openModule } from './openModule';

/** The module with its own page, whose form for nodes the user fills in. */
export function openPage(options: Parameters<typeof openModule>[0] = {}) {
  /** The page as it was drawn after each input that changed it. */
  const drawn: string[] = [];
  /** The network that stands in the form. */
  let chosen: string = chainIds.sepolia;
  const opened = openModule({
    ...options,
    async border({ method, detail }, cross) {
      if (method === 'snap_getInterfaceState')
        return { [homeParts.endpointForm]: { [homeParts.networkField]: chosen } } as never;
      if (method !== 'snap_updateInterface') return cross();
      drawn.push(textOf((detail as { ui: unknown }).ui));
      return null as never;
    },
  });
  const input = (event: UserInput) => onUserInput(opened.module, 'page', event);
  return {
    ...opened,
    drawn,
    input,
    page: async () => textOf(HomePage(await homeFacts(opened.module))),
    /** Sends the form for nodes. */
    use: (url: unknown, network: unknown = chainIds.sepolia) =>
      input({
        type: 'FormSubmitEvent',
        name: homeParts.endpointForm,
        value: { [homeParts.networkField]: network, [homeParts.urlField]: url },
      }),
    /** Asks for the public nodes of a network. */
    reset(network: string = chainIds.sepolia) {
      chosen = network;
      return input({ type: 'ButtonClickEvent', name: homeParts.reset });
    },
  };
}

/** A page that the wallet can draw, as text. */
function textOf(page: unknown): string {
  assertJSXElement(page);
  return JSON.stringify(page);
}
