import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { listComponents, writeBill } from './bill';
import { parts } from './parts';

const service = parts.find(({ name }) => name === 'xnet-service');
if (service === undefined) throw new Error('No part is the service.');
const components = listComponents(service, {});

describe('listComponents', () => {
  it('lists each version of a package once', () => {
    expect(components.length).toBeGreaterThan(100);
    const names = components.map(({ name, version }) => `${name}@${version}`);
    expect(names).toEqual([...new Set(names)]);
  });
});

describe('writeBill', () => {
  it('writes the same bytes each time', () => {
    const folder = mkdtempSync(join(tmpdir(), 'xnet-bill-'));
    try {
      const paths = ['a.json', 'b.json'].map((name) => join(folder, name));
      for (const path of paths) writeBill(service, components, path);
      const [first, second] = paths.map((path) => readFileSync(path, 'utf8'));
      expect(second).toBe(first);
      expect(first).not.toContain('BomRef.');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
