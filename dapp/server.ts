import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Plugin, preview } from 'vite';
import { securityHeaders } from './serverHeaders';
import { sepolia } from './src/chain/networks';
import type { Config, ServiceAccess } from './src/config';
import { usage } from './usage.mjs';

/** File names contain a content hash, so browsers may cache them and their compiled code. */
const readAssets = (): ReadonlySet<string> => {
  const folder = fileURLToPath(new URL('./dist/assets', import.meta.url));
  return new Set(readdirSync(folder).map((name) => `/assets/${name}`));
};

/** Serves `GET /config.json` and `GET /chain-build.json`, and sets the security headers on every response. */
function companion(config: Config, chainBuild: string | undefined): Plugin {
  const headers = Object.entries(securityHeaders(config));
  const assets = readAssets();
  return {
    name: 'xnet-companion',
    configurePreviewServer(server) {
      server.middlewares.use((request, response, next) => {
        for (const [name, value] of headers) response.setHeader(name, value);
        const { url = '' } = request;
        if (assets.has(url)) response.setHeader('cache-control', 'max-age=31536000, immutable');
        const isBuild = url === '/chain-build.json' && chainBuild !== undefined;
        if (url !== '/config.json' && !isBuild) return next();
        response.setHeader('content-type', 'application/json');
        response.end(isBuild ? readFileSync(chainBuild) : JSON.stringify(config));
      });
    },
  };
}

const isLoopback = (url: string): boolean =>
  URL.canParse(url) && /^(?:localhost|127\.0\.0\.1|\[::1\])$/u.test(new URL(url).hostname);

/** The key is valid only on this machine, so the service must be local. */
function readService(text: string | undefined): ServiceAccess | null {
  if (!text) return null;
  const service = JSON.parse(text) as ServiceAccess;
  if (!isLoopback(service.url)) throw new Error('The node service must be on this machine.');
  return { ...service, url: new URL(service.url).origin };
}

const urlOrNull = (text: string | undefined) => {
  if (text === undefined || text === 'none') return null;
  return new URL(text);
};

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      'wallet-url': { type: 'string' },
      'l2-url': { type: 'string' },
      'chain-build': { type: 'string' },
      'module-id': { type: 'string', default: 'npm:@xnet/module' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  const l2Url = urlOrNull(values['l2-url']);
  const server = await preview({
    configFile: fileURLToPath(new URL('./vite.config.ts', import.meta.url)),
    logLevel: 'warn',
    plugins: [
      companion(
        {
          moduleId: values['module-id'],
          walletUrl: urlOrNull(values['wallet-url'])?.origin ?? null,
          // The local chain stands in for this network.
          localChain: l2Url && { chainId: sepolia, url: l2Url.href },
          awaitsChain: values['chain-build'] !== undefined,
          service: readService(process.env.XNET_SERVICE),
        },
        values['chain-build'],
      ),
    ],
    preview: {
      host: '127.0.0.1',
      port: Number(values.port),
      strictPort: true,
      open: false,
      // No CORS: the key in config.json is for this page only. Vite's host check rejects pages
      // whose host name was made to resolve to this machine (DNS rebinding).
      cors: false,
    },
  });
  const address = server.httpServer.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
  const ready = { ready: true, url: `http://127.0.0.1:${address.port}` };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  process.exitCode = 1;
});
