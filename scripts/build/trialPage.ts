/** The page of the documentation whose first example can be run there. */
export const trialPage = 'docs/develop/sign-in.md';
