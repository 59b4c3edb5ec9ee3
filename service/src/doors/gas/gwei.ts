const weiPerGwei = 1_000_000_000n;

/** Converts wei to an exact decimal number of Gwei: 37378956101n is "37.378956101", 10^9 is "1". */
export const toGwei = (wei: bigint): string => {
  const whole = wei / weiPerGwei;
  const fraction = (wei % weiPerGwei).toString().padStart(9, '0').replace(/0+$/, '');
  if (fraction === '') return whole.toString();
  return `${whole}.${fraction}`;
};
