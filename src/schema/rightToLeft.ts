/**
 * Letters that are written from right to left, of Hebrew, Arabic and the like: within a line of
 * other letters they change the order in which all of it reads.
 */
export const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/gu;
