/** When the user is asked, and who may call, in the words of the reference. */
export const prompts = {
  never: 'no',
  once: 'once, to choose accounts',
  always: 'yes',
  sometimes: 'see summary',
} as const;
export const callers = { anyDapp: 'any connected dapp', companionDapp: 'companion dapp' } as const;
