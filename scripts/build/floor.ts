import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { devDependencies } from '../../package.json';

/**
 * Version of the oldest platform on which the module runs. Wallets may refuse a module whose
 * manifest names a later platform than their own.
 */
export const floorVersion = devDependencies['snaps-sdk-floor'].replace(/^.*@/u, '');

/** Has the vendor's tool, which demands the version of the SDK that it finds, find that platform. */
export async function standOnFloor(folder: string): Promise<void> {
  const place = join(folder, 'node_modules/@metamask/snaps-sdk');
  await mkdir(place, { recursive: true });
  const sdk = { name: '@metamask/snaps-sdk', version: floorVersion };
  await writeFile(join(place, 'package.json'), JSON.stringify(sdk));
}
