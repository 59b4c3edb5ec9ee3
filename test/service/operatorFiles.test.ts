import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { readConfig } from '../../service/src/readConfig';
import { readOptions } from '../../service/src/readOptions';
import { readComposition } from '../../service/test/composition';
import { routingNode } from '../../service/test/routingNode';
import { type Disposal, dispose, get, rpc, testService } from '../../service/test/testService';

const folder = join(__dirname, '../../docs/operate');
const file = (name: string): string => readFileSync(join(folder, name), 'utf8');

const undo: Disposal = [];
/** Names of the series that an instance reports after a few requests of each kind. */
let reported: Set<string>;
/** Labels of each of these series. */
let labels: Map<string, Set<string>>;
beforeAll(async () => {
  const eth = [(await routingNode(undo)).url];
  const service = await testService(undo, { eth });
  const { key } = (await service.createKey({})).apiKey;
  await rpc(service.url, key, 'eth_call');
  await rpc(service.url, 'none', 'eth_call');
  await rpc(service.url, key, 'eth_getBlockByNumber', ['0x1', false]);
  const { body } = await get(`${service.operationsUrl}/metrics`);
  labels = new Map();
  for (const [, name = '', texts = ''] of String(body).matchAll(/^(\w+)\{(.*)\} \S+$/gm)) {
    const known = labels.get(name) ?? new Set();
    for (const [, label = ''] of texts.matchAll(/(\w+)="/g)) known.add(label);
    labels.set(name, known);
  }
  const kinds = new Map(
    [...String(body).matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', kind = '']) => [
      name,
      kind,
    ]),
  );
  const parts = ['_bucket', '_sum', '_count'];
  reported = new Set(
    [...kinds].flatMap(([name, kind]) =>
      kind === 'histogram' ? parts.map((part) => name + part) : [name],
    ),
  );
});
afterAll(() => dispose(undo));

const seriesIn = (expression: string): string[] =>
  [...expression.matchAll(/\b(?:xnet|nodejs|process)_\w+/g)].map(([name]) => name);

/** Labels by which a server of Prometheus tells instances apart. */
const ofServer = ['job', 'instance'];
const wrongLabelsIn = (expression: string): string[] => {
  const known = new Set(seriesIn(expression).flatMap((name) => [...(labels.get(name) ?? [])]));
  const asked = [
    ...[...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(', ')),
    ...[...expression.matchAll(/[{,](\w+)[!=]/g)].map(([, label = '']) => label),
  ];
  return asked.filter((label) => !known.has(label) && !ofServer.includes(label));
};

describe('the files for operators', () => {
  it('queries in alerts only series that an instance reports', () => {
    const { groups } = parse(file('alerts.yaml')) as { groups: { rules: { expr: string }[] }[] };
    const rules = groups.flatMap((group) => group.rules);
    expect(rules.length).toBeGreaterThan(5);
    for (const { expr } of rules) {
      expect(seriesIn(expr).length).toBeGreaterThan(0);
      expect(seriesIn(expr).filter((name) => !reported.has(name))).toEqual([]);
      expect(wrongLabelsIn(expr)).toEqual([]);
    }
  });

  it('queries in the dashboard only series that an instance reports', () => {
    const { panels } = JSON.parse(file('dashboard.json')) as {
      panels: { targets: { expr: string }[] }[];
    };
    const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    const shown = expressions.flatMap(seriesIn);
    expect(expressions.flatMap(wrongLabelsIn)).toEqual([]);
    expect(shown.length).toBeGreaterThan(10);
    expect(shown.filter((name) => !reported.has(name))).toEqual([]);
  });

  it('starts instances in the composition with valid options, and the balancer of the sample', () => {
    const services = readComposition('http://node');
    const instances = Object.keys(services).filter((name) => name.startsWith('xnet-'));
    expect(instances).toHaveLength(2);
    for (const name of instances) {
      const { command = [], volumes, environment, stop_grace_period } = services[name] ?? {};
      const options = readOptions(command);
      expect(options).toMatchObject({ store: 'redis://valkey', host: '0.0.0.0', port: 8545 });
      expect(volumes).toEqual([`${name}:${options.data}`]);
      for (const balancer of ['nginx.conf', 'haproxy.cfg'])
        expect(file(balancer)).toContain(`${name}:${options.port}`);
      // The instances of proxies.test.ts have the same commands, and no environment of their own.
      expect(command).toEqual(services['xnet-1']?.command);
      expect(environment).toBeUndefined();
      const { drainMs, lastRequestsMs, stopMs } = options.limits;
      const graceMs = Number(/^(\d+)s$/.exec(stop_grace_period ?? '')?.[1]) * 1_000;
      expect(graceMs).toBeGreaterThan(drainMs + lastRequestsMs + stopMs);
    }
    expect(services.nginx?.volumes).toEqual(['./nginx.conf:/etc/nginx/nginx.conf:ro']);
    expect(services.nginx?.ports).toEqual(['127.0.0.1:8080:80']);
    expect(file('nginx.conf')).toContain('listen 80;');
  });

  it('builds the image of the composition from every workspace, for its port and folder', () => {
    const root = (name: string): string => readFileSync(join(folder, '../..', name), 'utf8');
    const image = root('service/Dockerfile');
    const { workspaces } = JSON.parse(root('package.json')) as { workspaces: string[] };
    const sent = root('service/Dockerfile.dockerignore').split('\n');
    for (const name of workspaces) {
      expect(image).toContain(`COPY ${name}/package.json ${name}/\n`);
      expect(sent.some((line) => [`!${name}/package.json`, `!${name}`].includes(line))).toBe(true);
    }
    const copied = [...image.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, names = '']) =>
      names.split(' '),
    );
    for (const name of copied)
      expect([name, existsSync(join(folder, '../..', name))]).toEqual([name, true]);
    const [, command = '[]'] = /^CMD (.*)$/m.exec(image) ?? [];
    const own = readOptions([...(JSON.parse(command) as string[]), '--eth=http://node']);
    const { port, data } = readOptions(readComposition('http://node')['xnet-1']?.command ?? []);
    expect(own).toMatchObject({ port, data });
    expect(image).toContain(`VOLUME ${data}\n`);
    expect(image).toContain(`EXPOSE ${port}\n`);
    expect(image).toContain(`http://127.0.0.1:${own.operations.port}/readyz`);
  });

  it('builds the image on the release of Node that tests of the service run on', () => {
    const read = (name: string): string =>
      readFileSync(join(folder, '../../service', name), 'utf8');
    const { optionalDependencies } = JSON.parse(read('runtime/package.json')) as {
      optionalDependencies: Record<string, string>;
    };
    const releases = Object.values(optionalDependencies).map((version) => version.split('.')[0]);
    const image = read('Dockerfile');
    const [, release] = /^ARG NODE_IMAGE=node:(\d+)-/m.exec(image) ?? [];
    expect(new Set([...releases, release]).size).toBe(1);
    // Of both stages, which take it from the argument.
    expect(image.match(/^FROM \S+/gm)).toHaveLength(2);
    expect(image.match(/^FROM \$\{NODE_IMAGE\}/gm)).toHaveLength(2);
  });

  it('configures the service with a valid file', () => {
    expect(readConfig(join(folder, 'service.json'))).toHaveProperty('plans.partner');
  });
});
