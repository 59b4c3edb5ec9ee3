import type { ClusterOptions, RedisOptions } from 'ioredis';

/** The place of a Valkey or Redis server, as the library takes it. */
export type Address =
  | { kind: 'one'; options: RedisOptions }
  | { kind: 'cluster'; nodes: { host: string; port: number }[]; options: ClusterOptions };

const several =
  /^(rediss?)-(sentinel|cluster):\/\/(?:([^@/#]*)@)?([^@/#]+)(?:\/(\d*))?(?:#([^#]+))?$/;

/** The same address with only the first of its hosts: a URL, which a list of hosts is not. */
export const urlOfStore = (text: string): string => {
  if (several.test(text)) return text.replace(/,[^/#]*/, '');
  return text;
};

const brackets = /^\[|\]$/g;
const hostOf = (text: string, port: number): { host: string; port: number } => {
  const { hostname, port: portText } = new URL(`http://${text}`);
  return { host: hostname.replace(brackets, ''), port: portText === '' ? port : Number(portText) };
};

const login = (username: string, password: string): RedisOptions => ({
  ...(username !== '' && { username: decodeURIComponent(username) }),
  ...(password !== '' && { password: decodeURIComponent(password) }),
});

/**
 * `redis://[user:password@]host:port/db`, `redis+unix:///path`, and with several hosts
 * `redis-sentinel://host,host/db#master` and `redis-cluster://host,host`; `rediss…` for TLS.
 *
 * @throws an Error without the address, which may contain a password
 */
export const readAddress = (text: string): Address => {
  const [, scheme, kind, user = '', hosts = '', db = '', master] = several.exec(text) ?? [];
  if (kind === undefined) {
    const { protocol, pathname, hostname, port, username, password } = new URL(text);
    if (protocol === 'redis+unix:') return { kind: 'one', options: { path: pathname } };
    const tls = protocol === 'rediss:' ? { tls: { servername: hostname } } : {};
    const place = { host: hostname.replace(brackets, ''), port: Number(port || 6379) };
    const options = { ...place, ...login(username, password), ...tls };
    return { kind: 'one', options: { ...options, db: Number(pathname.slice(1) || 0) } };
  }
  const [username = '', ...passwordParts] = user.split(':');
  const tls = scheme === 'rediss' ? { tls: {} } : {};
  const shared = { ...login(username, passwordParts.join(':')), ...tls };
  const nodes = (port: number) => hosts.split(',').map((host) => hostOf(host, port));
  if (kind === 'cluster') {
    if (db !== '' && db !== '0') throw new Error('--store: a cluster has database 0 alone');
    return { kind, nodes: nodes(6379), options: { redisOptions: shared } };
  }
  if (master === undefined) throw new Error('--store: "#" and the name of the master are missing');
  const options: RedisOptions = { sentinels: nodes(26379), name: master, db: Number(db) };
  const secure = scheme === 'rediss' ? { enableTLSForSentinelMode: true } : {};
  return { kind: 'one', options: { ...options, ...shared, ...secure } };
};
