import { dirname } from 'node:path';
import { findWholeChromium } from '../setup/machine.mjs';
import { type Child, startChild } from './child';

/** Windows need a screen; elsewhere it is always there. */
const hasScreen = (): boolean =>
  process.platform !== 'linux' ||
  Boolean(process.env.DISPLAY) ||
  Boolean(process.env.WAYLAND_DISPLAY);

/**
 * Opens a page in Chromium with the wallet's extension.
 *
 * @param profile folder of the browser's data, which holds the wallet's state; the browser's
 *   temporary files are beside it, as a browser that is killed leaves them behind
 * @returns undefined if there is no browser, or no screen
 */
export const openBrowser = (options: {
  extension: string;
  profile: string;
  url: string;
  log: string;
}): Child | undefined => {
  const command = findWholeChromium();
  if (command === undefined || !hasScreen()) return undefined;
  const { extension, profile, url, log } = options;
  const args = [
    `--user-data-dir=${profile}`,
    '--no-first-run',
    '--no-default-browser-check',
    // Newer versions take the switch only with this.
    '--disable-features=DisableLoadExtensionCommandLineSwitch',
    `--disable-extensions-except=${extension}`,
    `--load-extension=${extension}`,
    // The browser's own sandbox refuses to run as root, such as in a container.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    url,
  ];
  return startChild({ command, args, log, env: { TMPDIR: dirname(profile) } });
};
