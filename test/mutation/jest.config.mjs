// The project `unit` of jest.config.js alone: the tool's runner knows no projects.
import config from '../../jest.config.js';

const { displayName, ...unit } = config.projects.find(({ displayName }) => displayName === 'unit');
export default { ...unit, rootDir: process.cwd(), testTimeout: config.testTimeout };
