import type { Battery } from './battery';
import { chainsBattery } from './chains';
import { floodBattery, overlapBattery } from './flood';
import { gaslessBattery } from './gasless';
import { hostileBattery } from './hostile';
import { malformedBattery } from './malformed';
import { outsideBattery } from './outside';
import { permitsBattery } from './permits';
import { selfCheckBattery, walletApiBattery } from './selfCheck';

/** Groups of checks that a wallet with the module must pass. */
export const batteries: readonly Battery[] = [
  malformedBattery,
  chainsBattery,
  floodBattery,
  overlapBattery,
  hostileBattery,
  outsideBattery,
  gaslessBattery,
  permitsBattery,
  selfCheckBattery,
  walletApiBattery,
];
