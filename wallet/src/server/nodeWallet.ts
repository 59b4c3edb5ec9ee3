import { openWallet, type Wallet, type WalletOptions } from '../wallet';
import { nodePlatform } from './nodePlatform';

type Folders = Parameters<typeof nodePlatform>[0];

/** The wallet's core in this process, with its files in a folder. */
export const openNodeWallet = ({
  moduleFolder,
  dataFolder,
  ...options
}: Omit<WalletOptions, 'platform'> & Folders): Promise<Wallet> =>
  openWallet({ ...options, platform: nodePlatform({ moduleFolder, dataFolder }) });
