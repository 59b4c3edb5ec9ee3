import { dangerous } from './dangerous';

/** Messages that are judged by a text, which is no name. */
const byText = /key/u;

/** Dangerous messages whose structure alone says what they grant. */
export const structural = Object.entries(dangerous).filter(
  ([name, { says }]) => says !== null || !byText.test(name),
);
