import { connect, type Port } from '../extension/ports';
import type { Wire } from './wire';

/** True on a page of the extension. */
export const isExtension = (): boolean =>
  typeof chrome !== 'undefined' && chrome.runtime?.id !== undefined;

/** To the wallet in the same extension. */
export function portWire(): Wire {
  let port: Promise<Port> | null = null;

  /** One for commands and snapshots; another once it has ended. */
  function open(): Promise<Port> {
    const opened = connect('page');
    port = opened;
    const forget = () => {
      if (port === opened) port = null;
    };
    opened.then(({ ended: portEnd }) => portEnd.then(forget), forget);
    return opened;
  }

  return {
    send: async (command) => (await (port ?? open())).ask(JSON.stringify(command)),
    async *snapshots() {
      yield* (await (port ?? open())).told();
    },
  };
}
