import { expect, it } from '@jest/globals';
import { chainIds } from '../../schema/primitives';
import { defaultEndpoints, endpointsFromEnvironment } from './defaults';

it.each(Object.entries(defaultEndpoints))(
  'lists several endpoints for %s, all https and without keys',
  (_, list) => {
    expect(list.length).toBeGreaterThan(1);
    for (const { url, headers } of list) {
      const { protocol, search, username } = new URL(url);
      expect({ protocol, search, username, headers }).toEqual({
        protocol: 'https:',
        search: '',
        username: '',
        headers: undefined,
      });
    }
  },
);

it('shares no endpoint between networks', () => {
  const [mainnet, sepolia] = Object.values(defaultEndpoints).map((list) =>
    list.map(({ url }) => url),
  );
  expect(mainnet?.filter((url) => sepolia?.includes(url))).toEqual([]);
});

it.each([
  [undefined, []],
  ['', []],
  [' , ', []],
  ['http://127.0.0.1:5050/rpc', ['http://127.0.0.1:5050/rpc']],
  [
    ' https://a.example/rpc ,https://b.example,https://a.example/rpc',
    ['https://a.example/rpc', 'https://b.example'],
  ],
])('reads the list %j of a network', (list, urls) => {
  const { mainnet, sepolia } = chainIds;
  const read = endpointsFromEnvironment(JSON.stringify({ [sepolia]: list }));
  expect(read[sepolia].map(({ url }) => url)).toEqual(urls);
  expect(read[mainnet]).toEqual([]);
});

it.each([undefined, ''])('reads no endpoint of any network in %j', (text) => {
  expect(Object.values(endpointsFromEnvironment(text)).flat()).toEqual([]);
});
