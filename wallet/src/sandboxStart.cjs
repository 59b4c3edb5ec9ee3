// Started in each of the module's threads, before the vendor's execution environment.
//
// That environment starts a request, tells the wallet of it, and only then waits for the answer. A
// connection that is refused at once is so an unhandled rejection, which ends the module. Here the
// answer has a handler from the start; whoever waits for it is still told how it failed.
const { fetch } = globalThis;
globalThis.fetch = (...request) => {
  const answer = fetch(...request);
  answer.catch(() => undefined);
  return answer;
};

require(require('node:worker_threads').workerData);
