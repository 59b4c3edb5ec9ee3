import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { homePages } from '../../src/ui/home/view';
import { doors } from '../wallet/doors';
import { type Hosts, startHosts, walkControls } from '../wallet/walkControls';

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startHosts();
});
afterAll(() => hosts?.stop());

describe('every control of the page', () => {
  it('leads to a page that goes on, with a way back, and is reached', async () => {
    const { paths, reached, faults } = await walkControls(hosts);
    expect(faults).toEqual([]);
    const acts = {
      ButtonClickEvent: 'press',
      InputChangeEvent: 'change',
      FormSubmitEvent: 'submit',
    };
    const missing = doors.filter(
      ({ type, name }) => ![...reached].some((one) => one.startsWith(`${acts[type]} ${name}`)),
    );
    expect(missing.map(({ type, name }) => `${type} ${name}`)).toEqual([]);
    expect(paths.length).toBeGreaterThan(homePages.length * 5);
  }, 300_000);
});
