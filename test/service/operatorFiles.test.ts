import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { readConfig } from '../../service/src/readConfig';
import { readOptions } from '../../service/src/readOptions';
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
  const { body } = await get(`${service.url}/metrics`);
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
    const { services } = parse(file('compose.yaml').replace(/\$\{XNET_ETH[^}]*\}/, 'http://node'), {
      merge: true,
    }) as { services: Record<string, { command?: string[]; volumes: string[] }> };
    const instances = Object.keys(services).filter((name) => name.startsWith('xnet-'));
    expect(instances).toHaveLength(2);
    for (const name of instances) {
      const options = readOptions(services[name]?.command ?? []);
      expect(options).toMatchObject({ store: 'redis://valkey', host: '0.0.0.0', port: 8545 });
      for (const balancer of ['nginx.conf', 'haproxy.cfg'])
        expect(file(balancer)).toContain(`${name}:${options.port}`);
    }
    expect(services.nginx?.volumes).toEqual(['./nginx.conf:/etc/nginx/nginx.conf:ro']);
  });

  it('configures the service with a valid file', () => {
    expect(readConfig(join(folder, 'service.json'))).toHaveProperty('plans.partner');
  });
});
