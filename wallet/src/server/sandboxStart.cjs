// Started in each of the module's threads, before the vendor's execution environment.
const { workerData } = require('node:worker_threads');
const { watchFetch } = require('../controllers/sandboxFetch.cjs');

const { program, port, faultNames, chosen } = workerData;
const has = (name) => chosen[faultNames.indexOf(name)] === 1;
watchFetch((event) => port.postMessage(event), { has });

require(program);
