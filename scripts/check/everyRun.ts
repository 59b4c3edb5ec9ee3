/**
 * Thorough test files that `npm test` runs: of each part, those that prove most in the least time.
 * All of them together take at most nine minutes on two cores.
 */
export const everyRun = [
  // Random searches: hostile texts in every param, and in every field of the module's page.
  'src/rpc/hostileTexts.fuzz.test.ts',
  'src/flow/home/doors.fuzz.test.ts',
  // Messages with all their names changed at random: nothing may be told less.
  'src/flow/messages/renamed.fuzz.test.ts',
  // Long loops: the rules of the oldest platform over every drawing, and a site that floods.
  'src/ui/everyDrawing.fuzz.test.ts',
  'src/rpc/flood.fuzz.test.ts',
  // The whole flow in a browser: the dapp with the developer wallet, the module's page alone,
  // every dialog and page at the width of the vendor's popup, and the connector's README.
  'test/browser/mainJob.test.ts',
  'test/browser/walk.test.ts',
  'test/browser/popup.test.ts',
  'connect/browser/readme.test.ts',
  // The built module on the vendor's controllers and a real node.
  'test/node/mainJob.test.ts',
  'test/node/recover.test.ts',
  'test/node/requestCounts.test.ts',
  'test/node/send.test.ts',
  'test/node/signedAsShown.test.ts',
  'test/node/walletCalls.test.ts',
  'test/simulation/module.test.ts',
  // The developer wallet; the project `newest` repeats some with the newest packages.
  'wallet/src/controllers/approvals.test.ts',
  'wallet/src/extension/extension.test.ts',
  'wallet/src/page/page.test.ts',
  'wallet/src/server/sandbox.test.ts',
  'wallet/src/wallet.test.ts',
  // The node service.
  'service/src/doors/framing.test.ts',
  'service/src/doors/operations/routes.test.ts',
  'service/src/doors/rpc/routes.test.ts',
  'service/src/upstream/routing.test.ts',
  'test/service/built.test.ts',
] as const;

/** Test files that run on the Node of the service's container as well, whose connections they test. */
export const onContainerNode = [
  'service/src/doors/badConnections.test.ts',
  'service/src/doors/connections.test.ts',
  'service/src/doors/disconnect.test.ts',
  'service/src/doors/pipelined.test.ts',
  'service/src/ending.test.ts',
] as const;
