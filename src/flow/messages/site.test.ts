import { describe, expect, it } from '@jest/globals';
import { findOtherSite, findOtherUri, siteTitle } from './site';

const SHOP = 'https://app.shop.example';

describe('findOtherSite', () => {
  // @promise T13.4
  it.each([
    ['the asking host', 'app.shop.example', SHOP],
    ['its URL', 'https://app.shop.example/login?a=1#b', SHOP],
    ['it in capitals and with a dot', 'App.Shop.Example.', SHOP],
    ['the host above', 'shop.example', SHOP],
    ['the URL of the host above', 'https://shop.example', SHOP],
    ['its own port', 'https://shop.example:8443/x', 'https://shop.example:8443'],
    ['the usual port', 'https://app.shop.example:443', SHOP],
    ['its socket', 'wss://app.shop.example', SHOP],
    ['the host without the port', 'shop.example', 'https://shop.example:8443'],
    ['itself on this machine', 'localhost:3000', 'http://localhost:3000'],
    ['its own host on a shared one', 'evil.pages.dev', 'https://evil.pages.dev'],
    ['no site', 'My shop', SHOP],
    ['a version', '1.0.0', SHOP],
    ['the name of a person', 'alice.stark', SHOP],
    ['an address of mail', 'alice@bank.example', SHOP],
    ['a site within a sentence', 'I accept https://bank.example/terms', SHOP],
    ['a path', '/v1/auth', SHOP],
    ['a file elsewhere', 'ipfs://bafy/terms.txt', SHOP],
    ['its URL with one slash', 'https:/app.shop.example', SHOP],
    ['any site to nobody', 'bank.example', 'not an origin'],
  ])('accepts %s', (_, text, origin) => expect(findOtherSite(text, origin)).toBeUndefined());

  // @promise T13.4
  it.each([
    ['another host', 'bank.example', SHOP, 'bank.example'],
    ['another host with a path', 'bank.example/login', SHOP, 'bank.example'],
    ['its URL', 'https://bank.example/login', SHOP, 'bank.example'],
    ['its URL with one slash', 'https:/bank.example/login', SHOP, 'bank.example'],
    ['its URL without a slash', 'https:bank.example', SHOP, 'bank.example'],
    ['its URL with backslashes', 'https:\\\\bank.example', SHOP, 'bank.example'],
    ['its URL without a scheme', '//bank.example/login', SHOP, 'bank.example'],
    ['it before a backslash', 'bank.example\\login', SHOP, 'bank.example'],
    ['its files', 'ftp://app.shop.example', SHOP, 'app.shop.example'],
    ['a host below', 'pay.app.shop.example', SHOP, 'pay.app.shop.example'],
    ['a host that only ends alike', 'shop.example', 'https://myshop.example', 'shop.example'],
    ['a host with the asking one in front', `app.shop.example.evil.example`, SHOP, undefined],
    ['a user before another host', 'https://app.shop.example@bank.example', SHOP, 'bank.example'],
    ['a host of hosts', 'pages.dev', 'https://evil.pages.dev', 'pages.dev'],
    ['a neighbour there', 'bank.pages.dev', 'https://evil.pages.dev', 'bank.pages.dev'],
    ['another port', 'https://app.shop.example:8443', SHOP, 'app.shop.example:8443'],
    ['another port without a scheme', 'shop.example:8443', SHOP, 'shop.example:8443'],
    ['the usual port of another', 'https://shop.example', 'https://shop.example:8443', undefined],
    ['another scheme', 'http://app.shop.example', SHOP, 'app.shop.example'],
    ['another socket', 'ws://app.shop.example', SHOP, 'app.shop.example'],
    ['another port of this machine', 'localhost:3001', 'http://localhost:3000', 'localhost:3001'],
  ])('names %s', (_, text, origin, host) => {
    const found = findOtherSite(text, origin);
    expect(found).toBeDefined();
    expect([undefined, found]).toContain(host);
  });
});

describe('findOtherSite on hosts below which anybody gets one', () => {
  // @promise T13.4
  it.each(
    'framer.app r2.dev webflow.io run.app a.run.app amplifyapp.com main.d1.amplifyapp.com hf.space notion.site s3.eu-west-1.amazonaws.com replit.dev arweave.net icp0.io co.uk com.au or.jp gov.br net.nz org.za'.split(
      ' ',
    ),
  )('refuses %s and a neighbour there, and accepts the asking host', (shared) => {
    const origin = `https://evil.${shared}`;
    expect(findOtherSite(shared, origin)).toBe(shared);
    expect(findOtherSite(`bank.${shared}`, origin)).toBe(`bank.${shared}`);
    expect(findOtherSite(`evil.${shared}`, origin)).toBeUndefined();
  });

  it.each(['shop.co.uk', 'com.example', 'xframer.app', 'co.shop', 'example.uk'])(
    'accepts %s, which has one owner',
    (host) => expect(findOtherSite(host, `https://app.${host}`)).toBeUndefined(),
  );
});

describe('findOtherUri', () => {
  // @promise T13.4
  it('finds a host in any scheme, and no scheme but one of the web accepts the asking host', () => {
    for (const scheme of ['app', 'ipfs', 'intent', 'web+shop', 'chrome-extension'])
      for (const host of ['bank.example', 'app.shop.example'])
        expect(findOtherUri(`${scheme}://${host}/x`, SHOP)).toBe(host);
    for (const uri of [SHOP, 'wss://app.shop.example', 'My shop', 'did:key:z6', '/login'])
      expect(findOtherUri(uri, SHOP)).toBeUndefined();
    expect(findOtherUri('app://bank.example', 'not an origin')).toBeUndefined();
  });
});

describe('siteTitle', () => {
  it('names the host of a URL, and cuts a long one in front', () => {
    expect(siteTitle('https://shop.example:8443/login')).toBe('shop.example:8443');
    expect(siteTitle('My shop')).toBe('My shop');
    const long = `https://shop.example.${'b'.repeat(50)}.evil.example`;
    expect(siteTitle(long)).toHaveLength(37);
    expect(siteTitle(long)).toMatch(/^…b+\.evil\.example$/u);
  });
});
