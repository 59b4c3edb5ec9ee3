import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '../../scripts/setup/machine.mjs';

export const browserArgs = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts this machine's Chromium, headless. */
export const launchBrowser = (): Promise<Browser> => {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    throw new Error('No Chromium found: run `node scripts/setup.mjs --browser`.');
  }
  return chromium.launch({ executablePath, args: browserArgs });
};
