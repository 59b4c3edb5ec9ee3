// Within the module's sandbox, before the vendor's environment takes `fetch`: tells the wallet of
// each request, and does to requests what the wallet's user chose. Plain, for both kinds of sandbox.

// The vendor's page takes most of these from the window later.
const { fetch, setTimeout, clearTimeout, Response, URL } = globalThis;

/** How much later a request is sent where the user chose slow ones. */
const LATER_MS = 2_000;

/** The JSON-RPC method of a body; never a path, which may contain a key. */
const methodIn = (body) =>
  typeof body === 'string' ? (/"method"\s*:\s*"(\w{1,80})"/u.exec(body)?.[1] ?? null) : null;

const later = (signal) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, LATER_MS);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/**
 * @param tell gets the start of each request, then its end by the same id
 * @param faults a set of names that the wallet changes
 */
exports.watchFetch = (tell, faults) => {
  let count = 0;

  const answered = async (input, init) => {
    if (faults.has('slow')) await later(init?.signal);
    if (faults.has('unreachable')) throw new TypeError('Failed to fetch');
    if (faults.has('busy')) return new Response('', { status: 503 });
    return fetch(input, init);
  };

  globalThis.fetch = (input, init) => {
    count += 1;
    const id = count;
    const { host } = new URL(typeof input === 'string' ? input : (input.url ?? input.href));
    const size = typeof init?.body === 'string' ? init.body.length : 0;
    tell({ id, verb: init?.method ?? 'GET', host, about: methodIn(init?.body), size });
    const answer = answered(input, init);
    // That environment starts a request, tells the wallet of it, and only then waits for the
    // answer. A connection that is refused at once is so an unhandled rejection, which ends the
    // module. Here the answer has a handler from the start; whoever waits for it is still told.
    answer.then(
      ({ status, headers }) =>
        tell({ id, status, size: Number(headers.get('content-length') ?? Number.NaN) }),
      () => tell({ id, status: null, size: Number.NaN }),
    );
    return answer;
  };
};
