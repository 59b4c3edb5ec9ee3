/** The public API of `@xnet/connect/server`: what a server checks. */

export {
  SignInError,
  type SignInRefusal,
  type VerifySignInOptions,
  verifySignIn,
} from './verifySignIn';
